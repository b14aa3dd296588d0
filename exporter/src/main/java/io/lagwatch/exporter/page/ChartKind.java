package io.lagwatch.exporter.page;

/** A chart that is on the page of a query and on the page of a replay. */
public enum ChartKind {
  LAG("lag", "Lag"),
  TIME_BEHIND("behind", "Time behind"),
  RATES("rates", "Arriving, input, processed"),
  BATCH_DURATION("batch", "Batch duration"),
  WATERMARK_AGE("watermark", "Watermark age"),
  STATE("state", "State");

  private final String chart;
  private final String title;

  ChartKind(String chart, String title) {
    this.chart = chart;
    this.title = title;
  }

  /** The name by which the script identifies the chart. */
  public String chart() {
    return chart;
  }

  /** Its heading. */
  public String title() {
    return title;
  }
}
