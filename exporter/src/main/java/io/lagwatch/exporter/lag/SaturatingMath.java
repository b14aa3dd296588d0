package io.lagwatch.exporter.lag;

/** Additions that never overflow: offsets and counts come from drivers and can be any number. */
public final class SaturatingMath {
  private SaturatingMath() {}

  /** The sum of two numbers of at least 0, at most {@link Long#MAX_VALUE}. */
  public static long add(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
