package io.lagwatch.exporter.query;

/** What happened to a request to forget a query. */
public enum ForgetResult {
  FORGOTTEN,
  /** The query runs; nothing was changed. */
  STILL_RUNNING,
  UNKNOWN
}
