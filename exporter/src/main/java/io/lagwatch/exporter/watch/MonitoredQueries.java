package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.alert.RuleInput;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.history.Sample;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.RoutedOffsets;
import io.lagwatch.exporter.lag.TopicOfSource;
import io.lagwatch.exporter.lag.TopicRetentions;
import io.lagwatch.exporter.query.ArrivalRates;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryRegistry;
import io.lagwatch.exporter.signal.Signals;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private final QueryRouting routing;
  private final TopicRetentions retentions = new TopicRetentions();
  private final Map<String, QueryEvaluator> evaluators = new HashMap<>();

  MonitoredQueries(QueryRules settings, QueryRegistry registry, QueryRouting routing) {
    this.settings = settings;
    this.registry = registry;
    this.routing = routing;
  }

  QueryRegistry registry() {
    return registry;
  }

  TopicRetentions retentions() {
    return retentions;
  }

  /** Updates the signals of a query; returns its facts, null when it is not visible. */
  @Nullable QueryFacts observe(String id, Instant now) {
    return observe(id, routing.of(id), now);
  }

  @Nullable QueryFacts observe(String id, RoutedOffsets offsets, Instant now) {
    QueryFacts facts = facts(id, offsets, now);
    if (facts != null) {
      evaluator(id).observe(facts, offsets, settingsFor(facts), now);
    }
    return facts;
  }

  /**
   * Updates the signals and alerts of a query and returns a sample for the history; null if it is
   * not visible.
   */
  @Nullable Sample evaluate(String id, Instant now) {
    RoutedOffsets offsets = routing.of(id);
    QueryFacts facts = observe(id, offsets, now);
    if (facts == null) {
      return null;
    }
    QueryFacts evaluated = evaluator(id).evaluate(facts, settingsFor(facts), now);
    return new Sample(now, evaluated, arrival(facts, offsets));
  }

  /**
   * Returns the values of a query that outputs show; null if it is not visible. Changes nothing.
   */
  @Nullable QueryView view(String id, Instant now) {
    RoutedOffsets offsets = routing.of(id);
    QueryFacts facts = facts(id, offsets, now);
    if (facts == null) {
      return null;
    }
    QuerySettings querySettings = settingsFor(facts);
    Signals signals = evaluator(id).signals(facts, querySettings, now);
    return QueryViews.of(
        new RuleInput(QueryEvaluator.withState(facts, signals), signals, querySettings),
        evaluator(id).alerts(),
        arrival(facts, offsets),
        now);
  }

  /** Returns the ids of the queries with an alert for which the condition is true. */
  Set<String> withAlert(Predicate<AlertStatus> condition) {
    var withAlert = new HashSet<>(evaluators.keySet());
    withAlert.removeIf(id -> !hasAlert(id, condition));
    return withAlert;
  }

  /** Returns true if a query has an alert for which the condition is true. */
  boolean hasAlert(String id, Predicate<AlertStatus> condition) {
    QueryEvaluator evaluator = evaluators.get(id);
    return evaluator != null && evaluator.alerts().stream().anyMatch(condition);
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

  private @Nullable QueryFacts facts(String id, RoutedOffsets offsets, Instant now) {
    QueryFacts facts = registry.facts(id, offsets, now);
    return facts == null
        ? null
        : facts
            .withConfiguredInterval(settingsFor(facts).batch().triggerInterval())
            .withRetention(retention(facts, offsets));
  }

  QuerySettings settingsFor(QueryFacts facts) {
    String name =
        facts.identity().name() == null ? facts.identity().queryId() : facts.identity().name();
    return settings.resolve(facts.identity().app().name(), name);
  }

  private Map<TopicOfSource, Duration> retention(QueryFacts facts, RoutedOffsets offsets) {
    var byTopic = new HashMap<TopicOfSource, Duration>();
    for (PartitionLag partition : facts.lag().partitions()) {
      String topic = partition.partition().topic();
      String cluster = offsets.forSource(partition.source()).clusterOf(topic);
      Duration retention = cluster == null ? null : retentions.of(cluster, topic);
      if (retention != null) {
        byTopic.put(TopicOfSource.of(partition), retention);
      }
    }
    return byTopic;
  }

  private static ArrivalRates arrival(QueryFacts facts, RoutedOffsets offsets) {
    var topics = new LinkedHashSet<ArrivalRates.TopicRate>();
    for (PartitionLag partition : facts.lag().partitions()) {
      BrokerOffsets own = offsets.forSource(partition.source());
      String topic = partition.partition().topic();
      topics.add(
          new ArrivalRates.TopicRate(
              partition.source(),
              own.clusterOf(topic),
              topic,
              own.arrivalPerSecond(topic, ARRIVAL_WINDOW)));
    }
    return new ArrivalRates(List.copyOf(topics));
  }
}
