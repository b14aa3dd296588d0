package io.lagwatch.exporter.query;

/** The result of a request to forget a query. */
public enum ForgetResult {
  FORGOTTEN,
  /** The query is running. Nothing was changed. */
  STILL_RUNNING,
  UNKNOWN
}
