package io.lagwatch.exporter.page;

import org.jspecify.annotations.Nullable;

/**
 * A share drawn as a bar beside its number. Immutable.
 *
 * @param filled percent of the length
 * @param mark percent at which the share becomes too large; null for none within the bar
 */
record Bar(String style, int filled, @Nullable Long mark) {
  static Bar of(double share) {
    return of(share, Double.POSITIVE_INFINITY);
  }

  static Bar of(double share, double mark) {
    return new Bar(
        share >= mark ? "bar over" : "bar",
        (int) Math.round(100 * Math.max(0, Math.min(1, share))),
        mark <= 1 ? Math.round(100 * mark) : null);
  }
}
