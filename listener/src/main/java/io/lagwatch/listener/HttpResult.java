package io.lagwatch.listener;

/** The result of sending one report. Immutable. */
final class HttpResult {
  /** What happened to the report. */
  enum Outcome {
    DELIVERED,
    /** The exporter answered with a client error (4xx). */
    REJECTED,
    /** There was no response, or not one that an exporter sends. */
    FAILED
  }

  static final HttpResult DELIVERED = new HttpResult(Outcome.DELIVERED, "");

  final Outcome outcome;

  /** The reason for the log: one line, without secrets. */
  final String detail;

  private HttpResult(Outcome outcome, String detail) {
    this.outcome = outcome;
    this.detail = detail;
  }

  static HttpResult rejected(String detail) {
    return new HttpResult(Outcome.REJECTED, detail);
  }

  static HttpResult failed(String detail) {
    return new HttpResult(Outcome.FAILED, detail);
  }
}
