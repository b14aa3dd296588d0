package io.lagwatch.listener;

/** What became of one report. Immutable. */
final class Answer {
  /** The three ends of a report. */
  enum Kind {
    DELIVERED,
    /** The exporter answered and did not take it. */
    REFUSED,
    /** No answer, or none that an exporter gives. */
    FAILED
  }

  static final Answer DELIVERED = new Answer(Kind.DELIVERED, "");

  final Kind kind;

  /** For people, one line, without secrets. */
  final String detail;

  private Answer(Kind kind, String detail) {
    this.kind = kind;
    this.detail = detail;
  }

  static Answer refused(String detail) {
    return new Answer(Kind.REFUSED, detail);
  }

  static Answer failed(String detail) {
    return new Answer(Kind.FAILED, detail);
  }
}
