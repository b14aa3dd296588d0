package io.lagwatch.demo.environment;

import io.lagwatch.demo.producer.Feed;

/** The queries of the demo's application. */
public enum DemoQuery {
  /** Writes windowed counts to Parquet files. */
  COURSE_ACTIVITY_TILE("course-activity-tile", Feed.LEARNING_PROGRESS, 100),
  /** Writes sums and approximate distinct counts with {@code foreachBatch}. */
  NETWORK_KPI("network-kpi", Feed.NETWORK_EVENTS, 40);

  private final String label;
  private final Feed feed;
  private final int steadyRate;

  DemoQuery(String label, Feed feed, int steadyRate) {
    this.label = label;
    this.feed = feed;
    this.steadyRate = steadyRate;
  }

  /** Returns its name, the label {@code query}. */
  public String label() {
    return label;
  }

  /** Returns the feed that it reads. */
  public Feed feed() {
    return feed;
  }

  /** Returns a rate in records per second that it processes easily. */
  public int steadyRate() {
    return steadyRate;
  }
}
