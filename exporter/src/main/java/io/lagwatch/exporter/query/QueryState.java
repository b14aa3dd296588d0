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

  /** Ended, one way or another; a lost one may come back. */
  public boolean ended() {
    return this == STOPPED || this == FAILED;
  }

  /** The value of the label {@code state}. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
