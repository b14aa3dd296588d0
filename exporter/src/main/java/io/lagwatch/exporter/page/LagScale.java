package io.lagwatch.exporter.page;

import io.lagwatch.exporter.watch.QueryView;

/** The lowest top of the scale of a lag chart, so that a small lag is drawn near the bottom. */
final class LagScale {
  private static final int TIMES_EXPLAINED = 3;
  private static final double MIN_RECORDS = 10;

  private LagScale() {}

  /** Several times the lag that builds up in one trigger interval. */
  static double minTop(QueryView query) {
    Double arriving = query.rates().arrivalAtLeast();
    double explainedSeconds = query.lag().outlook().explained().toMillis() / 1000.0;
    return arriving == null
        ? MIN_RECORDS
        : Math.max(MIN_RECORDS, TIMES_EXPLAINED * arriving * explainedSeconds);
  }
}
