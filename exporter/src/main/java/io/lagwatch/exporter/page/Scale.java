package io.lagwatch.exporter.page;

import io.lagwatch.exporter.watch.QueryView;

/** How high a chart is at least, so that little looks like little. */
final class Scale {
  private static final int FLOORS = 3;
  private static final double FEW = 10;

  private Scale() {}

  /** Several times the lag that one trigger interval explains. */
  static double ofLag(QueryView query) {
    double arriving =
        query.arrivalPerSecond().values().stream().mapToDouble(Double::doubleValue).sum();
    var floor = query.signals().lag().explainedByTrigger();
    return floor == null ? FEW : Math.max(FEW, FLOORS * arriving * floor.toMillis() / 1000.0);
  }
}
