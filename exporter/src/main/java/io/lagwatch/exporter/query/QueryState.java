package io.lagwatch.exporter.query;

/** The state of a query, as in the metric {@code spark_streaming_query_state}. */
public enum QueryState {
  RUNNING,
  IDLE,
  /** A batch has been running for much longer than batches of this query take. */
  STUCK,
  /** Ended without an exception. */
  STOPPED,
  FAILED,
  /** No report for three heartbeats although the query should run. */
  LOST;

  /**
   * Returns true if the driver reported the end. False for a lost query, which may be reported
   * again.
   */
  public boolean hasEnded() {
    return this == STOPPED || this == FAILED;
  }

  /** Returns true if the query ended or is lost. */
  public boolean isOver() {
    return hasEnded() || this == LOST;
  }

  /** Returns the value of the label {@code state}. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
