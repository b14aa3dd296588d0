package io.lagwatch.exporter.alert;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.signal.Signals;
import java.time.Instant;
import java.util.List;

/**
 * How every rule stands for one query, from evaluation to evaluation: pending, firing, resolved,
 * each since when. Not thread-safe.
 */
public final class AlertBook {
  private List<AlertStatus> current = List.of();

  /** Everything, for the state file. */
  public record State(List<AlertStatus> alerts) {}

  /** A book in which nothing is written. */
  public AlertBook() {}

  /** A book as it was. */
  public static AlertBook restore(State state) {
    AlertBook book = new AlertBook();
    book.current = List.copyOf(state.alerts());
    return book;
  }

  /** Holds every rule against the signals; due every {@code Watch.EVALUATION_INTERVAL}. */
  public List<AlertStatus> evaluate(
      QueryFacts facts, Signals signals, QuerySettings settings, Instant now) {
    return current;
  }

  /** What the last evaluation found: every rule that applies, inactive ones included. */
  public List<AlertStatus> current() {
    return current;
  }

  /** Everything, for the state file. */
  public State state() {
    return new State(current);
  }
}
