package io.lagwatch.exporter.scenario;

import java.time.Instant;

/** An alert begins to fire, or ends. */
record Transition(Instant at, String query, String alert, boolean firing, String sentence) {
  @Override
  public String toString() {
    return at + " " + alert + " of " + query + (firing ? " fires: " : " resolves: ") + sentence;
  }
}
