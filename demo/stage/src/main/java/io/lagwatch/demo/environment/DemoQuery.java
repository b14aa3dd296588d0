package io.lagwatch.demo.environment;

import io.lagwatch.demo.producer.Feed;

/** The queries of the demo's application. */
public enum DemoQuery {
  /** Windowed counts to Parquet files. */
  COURSE_ACTIVITY_TILE("course-activity-tile", Feed.LEARNING_PROGRESS, 100),
  /** Sums and approximate distinct counts through {@code foreachBatch}. */
  NETWORK_KPI("network-kpi", Feed.NETWORK_EVENTS, 40);

  private final String label;
  private final Feed feed;
  private final int steadyRate;

  DemoQuery(String label, Feed feed, int steadyRate) {
    this.label = label;
    this.feed = feed;
    this.steadyRate = steadyRate;
  }

  /** Its name, the label {@code query}. */
  public String label() {
    return label;
  }

  /** What it reads. */
  public Feed feed() {
    return feed;
  }

  /** Records per second that it takes with ease. */
  public int steadyRate() {
    return steadyRate;
  }
}
