package io.lagwatch.exporter.lag;

/** Additions that never overflow: offsets and counts come from drivers and can be any number. */
public final class SaturatingMath {
  private SaturatingMath() {}

  /** The sum; on overflow the largest or smallest long. */
  public static long add(long a, long b) {
    long sum = a + b;
    boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
    return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }
}
