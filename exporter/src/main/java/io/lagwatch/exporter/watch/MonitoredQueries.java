package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.alert.RuleInput;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.history.Sample;
import io.lagwatch.exporter.lag.BrokerView;
import io.lagwatch.exporter.query.ArrivalRates;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryRegistry;
import io.lagwatch.exporter.signal.Signals;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The visible queries with their signals and alerts. Methods that process one query throw if that
 * query cannot be processed. Not thread-safe.
 */
final class MonitoredQueries {
  private static final Duration ARRIVAL_WINDOW = Duration.ofMinutes(2);

  private final QueryRules settings;
  private final QueryRegistry registry;
  private final BrokerView brokers;
  private final Map<String, QueryEvaluator> evaluators = new HashMap<>();

  MonitoredQueries(QueryRules settings, QueryRegistry registry, BrokerView brokers) {
    this.settings = settings;
    this.registry = registry;
    this.brokers = brokers;
  }

  QueryRegistry registry() {
    return registry;
  }

  BrokerView brokers() {
    return brokers;
  }

  /** Updates the signals of a query and returns its facts; null if it is not visible. */
  @Nullable QueryFacts observe(String id, Instant now) {
    QueryFacts facts = facts(id, now);
    if (facts != null) {
      evaluator(id).observe(facts, brokers, settingsFor(facts), now);
    }
    return facts;
  }

  /**
   * Updates the signals and alerts of a query and returns a sample for the history; null if it is
   * not visible.
   */
  @Nullable Sample evaluate(String id, Instant now) {
    QueryFacts facts = observe(id, now);
    if (facts == null) {
      return null;
    }
    QueryFacts evaluated = evaluator(id).evaluate(facts, settingsFor(facts), now);
    return new Sample(now, evaluated, arrival(facts));
  }

  /**
   * Returns the values of a query that outputs show; null if it is not visible. Changes nothing.
   */
  @Nullable QueryView view(String id, Instant now) {
    QueryFacts facts = facts(id, now);
    if (facts == null) {
      return null;
    }
    QuerySettings querySettings = settingsFor(facts);
    Signals signals = evaluator(id).signals(facts, querySettings, now);
    return QueryViews.of(
        new RuleInput(QueryEvaluator.withState(facts, signals), signals, querySettings),
        evaluator(id).alerts(),
        arrival(facts),
        now);
  }

  /** Returns the ids of the queries with an alert for which the condition is true. */
  Set<String> withAlert(Predicate<AlertStatus> condition) {
    var withAlert = new HashSet<String>();
    evaluators.forEach(
        (id, evaluator) -> {
          if (evaluator.alerts().stream().anyMatch(condition)) {
            withAlert.add(id);
          }
        });
    return withAlert;
  }

  /** Returns the signals and alerts of a query; new ones if it has none yet. */
  QueryEvaluator evaluator(String id) {
    return evaluators.computeIfAbsent(id, key -> new QueryEvaluator());
  }

  void restore(String id, QueryEvaluator evaluator) {
    evaluators.put(id, evaluator);
  }

  void remove(String id) {
    registry.remove(id);
    evaluators.remove(id);
  }

  /** Removes the signals and alerts of queries that are not visible. */
  void retainVisible() {
    evaluators.keySet().retainAll(registry.ids());
  }

  private @Nullable QueryFacts facts(String id, Instant now) {
    QueryFacts facts = registry.facts(id, brokers, now);
    return facts == null
        ? null
        : facts.withConfiguredInterval(settingsFor(facts).batch().triggerInterval());
  }

  QuerySettings settingsFor(QueryFacts facts) {
    String name =
        facts.identity().name() == null ? facts.identity().queryId() : facts.identity().name();
    return settings.resolve(facts.identity().app().name(), name);
  }

  private ArrivalRates arrival(QueryFacts facts) {
    var topics = new TreeSet<String>();
    facts.lag().partitions().forEach(p -> topics.add(p.partition().topic()));
    var rates = new HashMap<String, Double>();
    for (String topic : topics) {
      Double rate = brokers.arrivalPerSecond(topic, ARRIVAL_WINDOW);
      if (rate != null) {
        rates.put(topic, rate);
      }
    }
    return new ArrivalRates(rates);
  }
}
