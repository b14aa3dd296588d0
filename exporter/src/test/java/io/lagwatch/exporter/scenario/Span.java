package io.lagwatch.exporter.scenario;

/** Seconds of a simulation from {@code from} on, {@code to} excluded. */
record Span(long from, long to) {
  static final long MINUTE = 60;
  static final long HOUR = 3600;
  static final long FOR_EVER = Long.MAX_VALUE;

  Span {
    if (to < from) {
      throw new IllegalArgumentException("to: expected " + from + " or more, found " + to);
    }
  }

  boolean holds(long second) {
    return from <= second && second < to;
  }
}
