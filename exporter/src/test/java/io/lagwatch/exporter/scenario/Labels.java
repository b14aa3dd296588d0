package io.lagwatch.exporter.scenario;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must fire in a timeline, and when. Whatever else fires is a false alarm.
 *
 * @param judged the alerts that are looked at; null for all
 */
record Labels(
    String scenario,
    String what,
    Instant from,
    Instant to,
    List<Expected> expect,
    List<Ignored> ignore,
    @Nullable Set<String> judged) {
  /** The documented alerts, the only ones that the shared timelines are labelled for. */
  static final Set<String> DOCUMENTED = Set.of("LagGrowing", "BatchNearTrigger", "NoInput");

  Labels {
    expect = List.copyOf(expect);
    ignore = List.copyOf(ignore);
  }

  /** Two moments, both included. */
  record Window(Instant from, Instant to) {
    boolean holds(Instant at) {
      return !at.isBefore(from) && !at.isAfter(to);
    }

    @Override
    public String toString() {
      return from + " and " + to;
    }
  }

  /**
   * An alert that must fire.
   *
   * @param resolves null when it must not resolve
   */
  record Expected(String query, String alert, Window fires, @Nullable Window resolves) {}

  /** A firing that begins in the window does not matter; nor does one that ends in it. */
  record Ignored(String query, String alert, Window between) {}
}
