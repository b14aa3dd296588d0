package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.history.Sample;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.RoutedOffsets;
import io.lagwatch.exporter.lag.TopicInterest;
import io.lagwatch.exporter.query.Capacity;
import io.lagwatch.exporter.query.ForgetResult;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.QueryRegistry;
import io.lagwatch.exporter.watch.QueryGuard.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The monitor, live and in a replay. One lock protects it; nothing waits for a socket, a disk or a
 * clock while holding it. Every step for a query runs inside a {@link QueryGuard}. Thread-safe.
 */
public final class LiveMonitor implements Monitor {
  private static final Logger LOG = LoggerFactory.getLogger(LiveMonitor.class);
  private static final Duration WARNING_INTERVAL = Duration.ofMinutes(10);

  private final Consumer<String> pollSoon;
  private final Clusters clusters;
  private final QueryRegistry registry;
  private final QueryRouting routing;
  private final MonitoredQueries queries;
  private final StateTransfer transfer;
  private final RequiredQueries required;
  private final QueryExpiry expiry;
  private final History history = new History();
  private final QueryGuard guard;
  private final InvalidFieldLog invalidFields = new InvalidFieldLog();
  private Instant nextWarning = Instant.MIN;
  private long changes;

  /**
   * A Kafka cluster as configured.
   *
   * @param topics the topics that are looked up in it while it is not known what a source reads
   * @param bootstrapServers empty for a cluster without settings
   * @param aliases further addresses of its brokers, as {@link
   *     io.lagwatch.exporter.lag.BrokerAddresses} compares them
   */
  public record Cluster(
      String name,
      Pattern topics,
      Duration pollInterval,
      String bootstrapServers,
      Set<String> aliases) {
    public Cluster {
      aliases = Set.copyOf(aliases);
    }

    /** A cluster of which no address is known before its first poll. */
    public Cluster(String name, Pattern topics, Duration pollInterval) {
      this(name, topics, pollInterval, "", Set.of());
    }
  }

  /**
   * @param clusters the clusters, in the order in which a topic is matched
   * @param settings the settings of the queries
   * @param retention how long an ended or lost query stays visible
   * @param listeningSince when the exporter started to listen
   * @param pollSoon called with the name of a cluster if a position is beyond a polled end offset;
   *     must not block
   * @param isOwnHost whether a driver's host is the exporter's, so that a loopback address means
   *     the same for both
   */
  public LiveMonitor(
      List<Cluster> clusters,
      QueryRules settings,
      Duration retention,
      Instant listeningSince,
      Consumer<String> pollSoon,
      Predicate<String> isOwnHost) {
    this(
        new Clusters(clusters, false, isOwnHost),
        settings,
        retention,
        listeningSince,
        pollSoon,
        new QueryGuard());
  }

  /** A monitor that also takes the polls of other clusters, and for which every host is its own. */
  public LiveMonitor(
      List<Cluster> clusters,
      QueryRules settings,
      Duration retention,
      Instant listeningSince,
      Consumer<String> pollSoon) {
    this(clusters, settings, retention, listeningSince, pollSoon, new QueryGuard());
  }

  LiveMonitor(
      List<Cluster> clusters,
      QueryRules settings,
      Duration retention,
      Instant listeningSince,
      Consumer<String> pollSoon,
      QueryGuard guard) {
    this(
        new Clusters(clusters, true, host -> true),
        settings,
        retention,
        listeningSince,
        pollSoon,
        guard);
  }

  private LiveMonitor(
      Clusters clusters,
      QueryRules settings,
      Duration retention,
      Instant listeningSince,
      Consumer<String> pollSoon,
      QueryGuard guard) {
    this.guard = guard;
    this.pollSoon = pollSoon;
    this.clusters = clusters;
    long heap = Runtime.getRuntime().maxMemory();
    this.registry =
        new QueryRegistry(listeningSince, Capacity.forHeap(QueryRegistry.MAX_QUERIES, heap));
    this.required = new RequiredQueries(settings);
    this.routing = new QueryRouting(settings, registry, clusters);
    this.queries = new MonitoredQueries(settings, registry, routing);
    this.expiry = new QueryExpiry(registry, queries, retention);
    this.transfer = new StateTransfer(queries, clusters, guard);
  }

  @Override
  public Decoded.@Nullable Refused report(Report report, Instant at) {
    Set<String> overtaken = new HashSet<>();
    synchronized (this) {
      QueryRegistry.Admitted admitted = registry.admit(report, at, this::firing);
      if (admitted.refusal() != null) {
        return admitted.refusal();
      }
      changes++;
      logRejected(admitted.refused(), at);
      for (Report.UndecodedQuery query : report.undecoded()) {
        guard.failed(query.id(), Stage.DECODE, query.cause());
      }
      for (Report.QueryReport query : admitted.queries()) {
        guard.succeeded(query.id(), Stage.DECODE);
        invalidFields.reported(query);
        if (guard.run(query.id(), Stage.STORE, () -> registry.store(report, query, at))) {
          guard.run(query.id(), Stage.OBSERVE, () -> reported(query.id(), overtaken, at));
        }
      }
      if (admitted.mustEvict()) {
        registry.evictExcess(report, at, firing());
      }
    }
    overtaken.forEach(pollSoon);
    return null;
  }

  private Set<String> firing() {
    return queries.withAlert(AlertStatus::isFiring);
  }

  /**
   * Logs the rejected queries. The sender does not get them, because the report as a whole is
   * accepted.
   */
  private void logRejected(List<Decoded.Refused> refused, Instant at) {
    if (!refused.isEmpty() && !at.isBefore(nextWarning)) {
      nextWarning = at.plus(WARNING_INTERVAL);
      LOG.warn(
          "rejected {} of the queries in a report, the others are accepted; the first one: {}",
          refused.size(),
          refused.get(0).message());
    }
  }

  private void reported(String id, Set<String> overtaken, Instant at) {
    RoutedOffsets offsets = routing.of(id);
    overtaken.addAll(offsets.overtaken(registry.positions(id)));
    QueryFacts facts = queries.observe(id, offsets, at);
    if (facts != null) {
      history.batch(facts);
    }
  }

  @Override
  public void polled(ClusterPoll poll, Instant at, Duration took) {
    boolean beyondEnd = false;
    synchronized (this) {
      changes++;
      clusters.answered(poll, at, took);
      for (String id : registry.ids()) {
        Boolean isBeyondEnd =
            guard.call(
                id, Stage.POLL, () -> registry.polled(id, poll, at.minus(took), routing.of(id)));
        beyondEnd |= isBeyondEnd != null && isBeyondEnd;
      }
      observeAll(at);
    }
    if (beyondEnd) {
      pollSoon.accept(poll.cluster());
    }
  }

  @Override
  public synchronized void retentions(String cluster, Map<String, Duration> retentions) {
    queries.retentions().apply(cluster, retentions);
  }

  @Override
  public synchronized void pollFailed(
      String cluster, String kind, String message, Instant at, Duration took) {
    clusters.failed(cluster, kind, message, at, took);
    observeAll(at);
  }

  @Override
  public synchronized void evaluate(Instant now) {
    changes++;
    for (String id : registry.ids()) {
      guard.run(id, Stage.LABEL, () -> registry.reassignLabels(id, now));
    }
    required.evaluate(registry::isVisible, now);
    var samples = new HashMap<String, Sample>();
    for (String id : registry.ids()) {
      Sample sample = guard.call(id, Stage.EVALUATE, () -> queries.evaluate(id, now));
      if (sample != null) {
        samples.put(id, sample);
      }
    }
    // After the evaluation: a query that has just become lost must get its alert before it can
    // expire.
    for (String id : registry.ids()) {
      guard.run(id, Stage.EXPIRE, () -> expiry.expire(id, samples.get(id), now));
    }
    removeExpired();
    samples.keySet().retainAll(registry.ids());
    history.retain(samples.keySet());
    samples.forEach((id, sample) -> guard.run(id, Stage.HISTORY, () -> history.sample(sample)));
  }

  @Override
  public synchronized ForgetResult forget(QueryKey key, Instant now) {
    ForgetResult result = registry.forget(key, now);
    if (result == ForgetResult.FORGOTTEN) {
      changes++;
      removeExpired();
    }
    return result;
  }

  private void removeExpired() {
    clusters.brokers().retain(this::interest);
    queries.retainVisible();
    guard.retain(registry.ids());
    invalidFields.retain(registry.ids());
  }

  /** Returns the history: the last hour of every query, with one sample per evaluation. */
  public History history() {
    return history;
  }

  /** Returns the guard that limits a failure to the query in which it occurs, and counts it. */
  public QueryGuard guard() {
    return guard;
  }

  /** Returns the number of invalid fields of Spark's progress in all reports since the start. */
  public long invalidFields() {
    return invalidFields.count();
  }

  /** Returns how many runs have ended. When it grows, the state should be saved immediately. */
  public synchronized long endings() {
    return registry.endings();
  }

  /** Returns a counter that grows whenever {@link #state} may have changed. */
  public synchronized long changes() {
    return changes;
  }

  /**
   * Returns the state that is kept across restarts of the exporter. A query that cannot be saved is
   * omitted.
   */
  public synchronized SavedState state(Instant now) {
    return transfer.saved(now, required.saved());
  }

  /**
   * Restores a state into an empty monitor. Each entry is restored and evaluated separately.
   *
   * @return the entries that cannot be used; no part of them remains in the monitor
   */
  public synchronized List<RejectedEntry> restore(SavedState state) {
    required.restore(state.missing());
    return transfer.restore(state);
  }

  @Override
  public synchronized TopicInterest interest(String cluster) {
    var interests = new ArrayList<TopicInterest>();
    for (String id : registry.ids()) {
      TopicInterest interest = guard.call(id, Stage.INTEREST, () -> routing.interest(id, cluster));
      if (interest != null) {
        interests.add(interest);
      }
    }
    return TopicInterest.union(interests);
  }

  @Override
  public synchronized Snapshot snapshot(Instant now) {
    var views = new ArrayList<QueryView>();
    var failed = new ArrayList<FailedQuery>();
    for (String id : registry.ids()) {
      QueryView query = view(id, now);
      EvaluationFailure failure = guard.failure(id);
      QueryKey key = registry.key(id);
      if (failure != null && key != null) {
        failed.add(new FailedQuery(key, id, failure, queries.evaluator(id).alerts()));
      } else if (query != null) {
        views.add(query);
      }
    }
    views.sort(Comparator.comparing(QueryView::key));
    failed.sort(Comparator.comparing(FailedQuery::key));
    return new Snapshot(
        now, views, failed, required.missing(registry::isVisible, now), clusters.snapshot());
  }

  /**
   * Returns some of the queries at {@code now}, with the same values as in {@link #snapshot}. A
   * query that is not visible or cannot be evaluated is absent.
   */
  public synchronized List<QueryView> queries(Collection<String> ids, Instant now) {
    var views = new ArrayList<QueryView>();
    for (String id : ids) {
      QueryView query = view(id, now);
      if (query != null) {
        views.add(query);
      }
    }
    return views;
  }

  private @Nullable QueryView view(String id, Instant now) {
    return guard.call(id, Stage.SNAPSHOT, () -> queries.view(id, now));
  }

  @Override
  public FailedQuery renderingFailed(QueryView query, Throwable cause) {
    String id = query.identity().queryId();
    guard.failed(id, Stage.RENDER, cause);
    return new FailedQuery(
        query.key(), id, EvaluationFailure.of(Stage.RENDER, cause), query.alerts());
  }

  @Override
  public synchronized List<ClusterStatus> clusterStatus() {
    return clusters.snapshot();
  }

  private void observeAll(Instant now) {
    for (String id : registry.ids()) {
      guard.run(id, Stage.OBSERVE, () -> queries.observe(id, now));
    }
  }
}
