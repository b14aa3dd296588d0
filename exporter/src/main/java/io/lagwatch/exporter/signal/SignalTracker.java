package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.lag.BrokerLog;
import io.lagwatch.exporter.query.QueryFacts;
import java.time.Instant;

/**
 * What the signals of one query need to remember: its recent batch ends and the lag at each, how
 * its input, its watermark and its state went. Bounded. Not thread-safe.
 */
public final class SignalTracker {
  /** Everything, for the state file. */
  public record State() {}

  /** A tracker of a query that is seen for the first time. */
  public SignalTracker() {}

  /** A tracker as it was. */
  public static SignalTracker restore(State state) {
    return new SignalTracker();
  }

  /**
   * Takes what is known after an accepted report, after every poll (answered or not) and at every
   * evaluation. Calling it again with the same facts changes nothing.
   */
  public void observe(QueryFacts facts, BrokerLog brokers, Instant now) {}

  /** The signals at {@code now}; changes nothing. */
  public Signals at(QueryFacts facts, QuerySettings settings, Instant now) {
    return Signals.UNKNOWN;
  }

  /** Everything, for the state file. */
  public State state() {
    return new State();
  }
}
