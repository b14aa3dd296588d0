package io.lagwatch.exporter.query;

/** How a query is, as the metric {@code spark_streaming_query_state} says. */
public enum QueryState {
  RUNNING,
  IDLE,
  /** A batch has been running for far longer than batches of this query take. */
  STUCK,
  /** Ended without an exception. */
  STOPPED,
  FAILED,
  /** No report for three heartbeats although it should run. */
  LOST;

  /** True if the driver reported the end; false for a lost query, which may report again. */
  public boolean hasEnded() {
    return this == STOPPED || this == FAILED;
  }

  /** True if the query ended or is lost. */
  public boolean isOver() {
    return hasEnded() || this == LOST;
  }

  /** The value of the label {@code state}. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
