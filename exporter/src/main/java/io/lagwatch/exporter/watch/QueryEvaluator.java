package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertEvaluator;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.alert.SavedAlerts;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.signal.SignalTracker;
import io.lagwatch.exporter.signal.Signals;
import java.time.Instant;
import java.util.List;

/** The signals and alerts of one query. Not thread-safe. */
final class QueryEvaluator {
  private SignalTracker signals;
  private final AlertEvaluator alerts;

  QueryEvaluator() {
    this(new SignalTracker(), new AlertEvaluator());
  }

  QueryEvaluator(SignalTracker signals, AlertEvaluator alerts) {
    this.signals = signals;
    this.alerts = alerts;
  }

  /** Updates the signals with the current facts. If it throws, the signals have not changed. */
  void observe(QueryFacts facts, BrokerOffsets brokers, QuerySettings settings, Instant now) {
    SignalTracker next = signals.isRepeatable(facts) ? signals : signals.copy();
    next.observe(facts, brokers, settings, now);
    signals = next;
  }

  /** Evaluates the alerts. Returns the facts with the state that follows from the signals. */
  QueryFacts evaluate(QueryFacts facts, QuerySettings settings, Instant now) {
    Signals current = signals.at(facts, settings, now);
    QueryFacts evaluated = withState(facts, current);
    alerts.evaluate(evaluated, current, settings, now);
    return evaluated;
  }

  Signals signals(QueryFacts facts, QuerySettings settings, Instant now) {
    return signals.at(facts, settings, now);
  }

  List<AlertStatus> alerts() {
    return alerts.current();
  }

  SignalTracker.SavedSignals savedSignals() {
    return signals.state();
  }

  SavedAlerts savedAlerts() {
    return alerts.saved();
  }

  /**
   * Returns the facts with the state {@code STUCK} if the query is live and its batch takes too
   * long.
   */
  static QueryFacts withState(QueryFacts facts, Signals signals) {
    boolean live =
        facts.run().state() == QueryState.RUNNING || facts.run().state() == QueryState.IDLE;
    return live && signals.batch().isStuck() ? facts.withState(QueryState.STUCK) : facts;
  }
}
