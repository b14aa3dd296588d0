package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertEvaluator;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.history.Sample;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.BrokerView;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicInterest;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryRegistry;
import io.lagwatch.exporter.signal.SignalTracker;
import io.lagwatch.exporter.signal.Signals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The watch, live and in a replay. One lock, held for arithmetic alone: nothing inside waits for a
 * socket, a disk or a clock.
 */
public final class LiveMonitor implements Monitor {
  private static final Duration ARRIVAL_WINDOW = Duration.ofMinutes(2);

  private final QueryRules settings;
  private final Consumer<String> pollSoon;
  private final Clusters clusters;
  private final BrokerView brokers;
  private final QueryRegistry registry;
  private final Map<String, QueryEvaluator> judges = new HashMap<>();
  private final History history = new History();

  private final AtomicLong judgingFaults = new AtomicLong();

  /** A Kafka cluster as configured: its name, which topics are looked up there, how often. */
  public record Cluster(String name, Pattern topics, Duration pollInterval) {}

  /**
   * Everything that outlives an exporter, for the state file.
   *
   * @param format of this record: another one is not read
   */
  public record State(
      int format,
      Instant savedAt,
      QueryRegistry.State registry,
      List<BrokerView.State> brokers,
      Map<String, SignalTracker.SavedSignals> signals,
      Map<String, AlertEvaluator.State> alerts) {
    static final int FORMAT = 1;
  }

  /**
   * @param clusters in the order in which a topic is matched
   * @param settings what is expected of a query
   * @param retention how long an ended or lost query stays visible
   * @param listeningSince when the exporter began to listen
   * @param pollSoon told the name of a cluster whose ends a position has overtaken; must not wait
   */
  public LiveMonitor(
      List<Cluster> clusters,
      QueryRules settings,
      Duration retention,
      Instant listeningSince,
      Consumer<String> pollSoon) {
    this.settings = settings;
    this.pollSoon = pollSoon;
    this.clusters = new Clusters(clusters);
    this.brokers = new BrokerView(this.clusters::watch, this.clusters::pollInterval);
    this.registry = new QueryRegistry(retention, listeningSince);
  }

  @Override
  public Decoded.@Nullable Refused report(Report report, Instant at) {
    Set<String> overtaken = new HashSet<>();
    synchronized (this) {
      Decoded.Refused refused = registry.accept(report, at);
      if (refused != null) {
        return refused;
      }
      for (Report.QueryReport query : report.queries()) {
        overtaken.addAll(brokers.overtaken(registry.positions(query.id())));
        QueryFacts facts = facts(query.id(), at);
        if (facts != null) {
          history.batch(facts);
          observe(facts, at);
        }
      }
    }
    overtaken.forEach(pollSoon);
    return null;
  }

  @Override
  public void polled(ClusterPoll poll, Instant at, Duration took) {
    boolean again;
    synchronized (this) {
      clusters.answered(poll, at, took);
      brokers.apply(poll, at);
      again = registry.polled(poll, at.minus(took));
      facts(at).forEach(facts -> observe(facts, at));
    }
    if (again) {
      pollSoon.accept(poll.cluster());
    }
  }

  @Override
  public synchronized void pollFailed(
      String cluster, String kind, String message, Instant at, Duration took) {
    clusters.failed(cluster, kind, message, took);
    brokers.pollFailed(cluster);
    facts(at).forEach(facts -> observe(facts, at));
  }

  @Override
  public synchronized void evaluate(Instant now) {
    registry.expire(now);
    brokers.retain(registry.interest());
    judges.keySet().retainAll(registry.ids());
    var samples = new ArrayList<Sample>();
    for (QueryFacts facts : facts(now)) {
      QueryFacts judged = observe(facts, now).evaluate(facts, expected(facts), now);
      samples.add(new Sample(now, judged, arrivals(facts)));
    }
    history.sample(samples);
  }

  /** The last hour of every query, sampled whenever it is evaluated. */
  public History history() {
    return history;
  }

  /** How often a query could not be judged because of a fault of ours. */
  public long judgingFaults() {
    return judgingFaults.get();
  }

  /** How many runs have been seen to end; when it moves, the state is worth saving at once. */
  public synchronized long endings() {
    return registry.endings();
  }

  /** Everything that outlives an exporter. */
  public synchronized State state(Instant now) {
    var signals = new HashMap<String, SignalTracker.SavedSignals>();
    var alerts = new HashMap<String, AlertEvaluator.State>();
    judges.forEach(
        (id, judge) -> {
          signals.put(id, judge.signalState());
          alerts.put(id, judge.alertState());
        });
    return new State(State.FORMAT, now, registry.state(), brokers.state(), signals, alerts);
  }

  /** Takes what {@link #state} gave, before anything else is told. */
  public synchronized void restore(State state) {
    registry.restore(state.registry());
    brokers.restore(state.brokers());
    state
        .signals()
        .forEach(
            (id, signals) -> {
              AlertEvaluator.State alerts = state.alerts().get(id);
              judges.put(
                  id,
                  new QueryEvaluator(
                      SignalTracker.restore(signals),
                      alerts == null ? new AlertEvaluator() : AlertEvaluator.restore(alerts),
                      judgingFaults::incrementAndGet));
            });
  }

  @Override
  public synchronized TopicInterest interest() {
    return registry.interest();
  }

  @Override
  public synchronized Snapshot snapshot(Instant now) {
    List<Snapshot.Query> queries = new ArrayList<>();
    for (QueryFacts facts : facts(now)) {
      QueryEvaluator judge = judge(facts);
      QuerySettings expected = expected(facts);
      Signals signals = judge.read(facts, expected, now);
      queries.add(
          new Snapshot.Query(
              QueryEvaluator.withState(facts, signals),
              signals,
              judge.alerts(),
              expected,
              arrivals(facts)));
    }
    return new Snapshot(now, queries, clusters.snapshot());
  }

  private List<QueryFacts> facts(Instant now) {
    return registry.facts(brokers, now).stream().map(this::configured).toList();
  }

  private @Nullable QueryFacts facts(String queryId, Instant now) {
    QueryFacts facts = registry.facts(queryId, brokers, now);
    return facts == null ? null : configured(facts);
  }

  private QueryFacts configured(QueryFacts facts) {
    return facts.withConfiguredInterval(expected(facts).batch().triggerInterval());
  }

  private QuerySettings expected(QueryFacts facts) {
    String name =
        facts.identity().name() == null ? facts.identity().queryId() : facts.identity().name();
    return settings.resolve(facts.identity().app().name(), name);
  }

  private QueryEvaluator observe(QueryFacts facts, Instant now) {
    QueryEvaluator judge = judge(facts);
    judge.observe(facts, brokers, expected(facts), now);
    return judge;
  }

  private QueryEvaluator judge(QueryFacts facts) {
    return judges.computeIfAbsent(
        facts.identity().queryId(),
        id ->
            new QueryEvaluator(
                new SignalTracker(), new AlertEvaluator(), judgingFaults::incrementAndGet));
  }

  private Map<String, Double> arrivals(QueryFacts facts) {
    var topics = new TreeSet<String>();
    facts.lag().partitions().forEach(p -> topics.add(p.partition().topic()));
    var arrivals = new HashMap<String, Double>();
    for (String topic : topics) {
      Double rate = brokers.arrivalPerSecond(topic, ARRIVAL_WINDOW);
      if (rate != null) {
        arrivals.put(topic, rate);
      }
    }
    return arrivals;
  }
}
