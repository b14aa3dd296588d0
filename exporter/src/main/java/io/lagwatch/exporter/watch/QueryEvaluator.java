package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertEvaluator;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.signal.SignalTracker;
import io.lagwatch.exporter.signal.Signals;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signals and alerts of one query. A fault of ours in judging it stays with this query: it is
 * counted and logged, its signals are unknown, and its alerts stand as they were. Not thread-safe.
 */
final class QueryEvaluator {
  private static final Logger LOG = LoggerFactory.getLogger(QueryEvaluator.class);

  private final SignalTracker signals;
  private final AlertEvaluator alerts;
  private final Runnable faultCounter;
  private boolean faultLogged;

  QueryEvaluator(SignalTracker signals, AlertEvaluator alerts, Runnable faultCounter) {
    this.signals = signals;
    this.alerts = alerts;
    this.faultCounter = faultCounter;
  }

  void observe(QueryFacts facts, BrokerOffsets brokers, QuerySettings settings, Instant now) {
    try {
      signals.observe(facts, brokers, settings, now);
    } catch (RuntimeException fault) {
      contain(facts, fault);
    }
  }

  /** Moves the alerts on; gives the query in the state that its signals say. */
  QueryFacts evaluate(QueryFacts facts, QuerySettings settings, Instant now) {
    Signals read = read(facts, settings, now);
    QueryFacts judged = withState(facts, read);
    try {
      alerts.evaluate(judged, read, settings, now);
    } catch (RuntimeException fault) {
      contain(facts, fault);
    }
    return judged;
  }

  Signals read(QueryFacts facts, QuerySettings settings, Instant now) {
    try {
      return signals.at(facts, settings, now);
    } catch (RuntimeException fault) {
      contain(facts, fault);
      return Signals.UNKNOWN;
    }
  }

  List<AlertStatus> alerts() {
    return alerts.current();
  }

  SignalTracker.SavedSignals signalState() {
    return signals.state();
  }

  AlertEvaluator.State alertState() {
    return alerts.state();
  }

  /** A query that should run and whose batch lasts too long is stuck. */
  static QueryFacts withState(QueryFacts facts, Signals signals) {
    boolean live =
        facts.run().state() == QueryState.RUNNING || facts.run().state() == QueryState.IDLE;
    return live && signals.batch().isStuck() ? facts.withState(QueryState.STUCK) : facts;
  }

  private void contain(QueryFacts facts, RuntimeException fault) {
    faultCounter.run();
    if (faultLogged) {
      LOG.debug("query {} could not be judged: {}", facts.identity().key(), fault.toString());
    } else {
      faultLogged = true;
      LOG.error("query {} could not be judged; please report this", facts.identity().key(), fault);
    }
  }
}
