package io.lagwatch.exporter.lag;

/** Adds offsets and counts that a driver may have made up: a sum must not turn negative by it. */
public final class SaturatingMath {
  private SaturatingMath() {}

  /** The sum of two numbers from 0 up; the largest long where it would be more than that. */
  public static long plus(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
