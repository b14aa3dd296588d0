package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.SourcePosition;
import io.lagwatch.exporter.lag.TopicInterest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Every query that is visible: by its id, which lives in its checkpoint and so outlives runs,
 * drivers and applications. Bounded. Not thread-safe.
 */
public final class QueryRegistry {
  /** Maximum number of visible query ids; queries that are over are removed for new ones. */
  public static final int MAX_QUERIES = 2000;

  private final Duration retention;
  private final Instant listeningSince;
  private final Capacity capacity;
  private final Map<String, QueryEntry> entries = new HashMap<>();
  private final LabelOwners labels = new LabelOwners();
  private final ForgottenRuns forgotten = new ForgottenRuns();
  private long endings;

  /**
   * @param retention how long an ended or lost query stays visible
   * @param listeningSince when the exporter began to listen; a query is not lost because of silence
   *     before that
   * @param capacity limits that a report must not exceed
   */
  public QueryRegistry(Duration retention, Instant listeningSince, Capacity capacity) {
    this.retention = retention;
    this.listeningSince = listeningSince;
    this.capacity = capacity;
  }

  /**
   * Decides which queries of a report are accepted; changes nothing. A query that is too large is
   * accepted without its sources.
   *
   * @param firing ids of queries with a firing alert, which are evicted last; called only when
   *     there is no room
   */
  public Admitted admit(Report report, Instant receivedAt, Supplier<Set<String>> firing) {
    Capacity.Admission admission =
        capacity.admit(report, entries, () -> evictable(receivedAt, firing.get()));
    return new Admitted(admission.queries(), admission.refused(), admission.needsRoom());
  }

  /**
   * Removes queries that are over until the capacity is not exceeded any more. To be called after
   * the queries of a report are stored, so that nothing is removed for a query that was not.
   *
   * @param firing ids of queries with a firing alert, which are evicted last
   */
  public void makeRoom(Report report, Instant now, Set<String> firing) {
    Set<String> reported =
        report.queries().stream().map(Report.QueryReport::id).collect(Collectors.toSet());
    List<QueryEntry> candidates =
        evictable(now, firing).stream()
            .filter(entry -> !reported.contains(entry.queryId()))
            .toList();
    capacity.excess(entries.values(), candidates).forEach(this::remove);
  }

  /**
   * What is accepted of a report.
   *
   * @param queries to be stored
   * @param refused one entry per query for which there is no room
   * @param needsRoom whether {@link #makeRoom} must follow once the queries are stored
   */
  public record Admitted(
      List<Report.QueryReport> queries, List<Decoded.Refused> refused, boolean needsRoom) {
    public Admitted {
      queries = List.copyOf(queries);
      refused = List.copyOf(refused);
    }

    /** Why the report as a whole is refused; null when at least one of its queries is accepted. */
    public Decoded.@Nullable Refused refusal() {
      return queries.isEmpty() && !refused.isEmpty() ? refused.get(0) : null;
    }
  }

  /**
   * Stores what an admitted report says about one of its queries. When this throws, every query is
   * as before.
   */
  public void store(Report report, Report.QueryReport query, Instant receivedAt) {
    DriverClock clock = DriverClock.of(report, receivedAt);
    QueryEntry entry = entries.get(query.id());
    boolean ended = entry != null && entry.ended();
    if (entry != null) {
      entry = entry.accepted(report, query, clock);
      entries.put(entry.queryId(), entry);
    } else if (isForgotten(query) || hasBeenReplaced(report, query, clock)) {
      return;
    } else {
      entry = add(report, query, clock);
    }
    if (entry.ended() && !ended) {
      endings++;
    }
  }

  /**
   * Compares the positions of one query with a poll that began at {@code began}. When this throws,
   * the query is as before.
   *
   * @return whether another poll soon is useful: a position lies beyond the end
   */
  public boolean polled(String queryId, ClusterPoll poll, Instant began) {
    QueryEntry entry = entries.get(queryId);
    if (entry == null) {
      return false;
    }
    QueryEntry next = entry.copy();
    boolean beyondEnd = next.polled(poll, began);
    entries.put(queryId, next);
    return beyondEnd;
  }

  /** Gives labels that nobody uses any more to the query that prefers them. */
  public void reassignLabels(Instant now) {
    for (QueryEntry entry : List.copyOf(entries.values())) {
      claimLabels(entry, now);
    }
  }

  /**
   * Removes queries that ended or were lost longer ago than they are kept.
   *
   * @param keep how long a query is kept, by id; the retention for those without an entry
   * @param kept ids of queries that stay, such as those with an alert: an alert does not resolve
   *     because time has passed
   */
  public void expire(Instant now, Map<String, Duration> keep, Set<String> kept) {
    for (QueryEntry entry : List.copyOf(entries.values())) {
      Duration time = keep.getOrDefault(entry.queryId(), retention);
      if (state(entry, now).isOver()
          && entry.lastReportAt().plus(time).isBefore(now)
          && !kept.contains(entry.queryId())) {
        remove(entry);
      }
    }
  }

  /** What one query reads. */
  public TopicInterest interest(String queryId) {
    QueryEntry entry = entries.get(queryId);
    return entry == null ? TopicInterest.NONE : entry.interest();
  }

  /** The positions of one query's sources; empty when it is not visible. */
  public List<SourcePosition> positions(String queryId) {
    QueryEntry entry = entries.get(queryId);
    return entry == null ? List.of() : entry.positions();
  }

  /** How many runs have been seen to end since this exporter began. */
  public long endings() {
    return endings;
  }

  /** The ids of all visible queries. */
  public Set<String> ids() {
    return Set.copyOf(entries.keySet());
  }

  /** The facts of one query; null when it is not visible. */
  public @Nullable QueryFacts facts(String queryId, BrokerOffsets brokers, Instant now) {
    QueryEntry entry = entries.get(queryId);
    return entry == null ? null : facts(entry, brokers, now);
  }

  /** One query as the state file holds it; null when it is not visible. */
  public @Nullable SavedQuery saved(String queryId) {
    QueryEntry entry = entries.get(queryId);
    return entry == null ? null : entry.saved();
  }

  /** Adds a query as {@link #saved} returned it. */
  public void restore(SavedQuery query) {
    QueryEntry entry = new QueryEntry(query);
    entries.put(entry.queryId(), entry);
    labels.assign(entry.key(), entry.queryId());
  }

  /** Removes a query; does nothing when it is not visible. */
  public void remove(String queryId) {
    QueryEntry entry = entries.get(queryId);
    if (entry != null) {
      remove(entry);
    }
  }

  /**
   * Removes a query that ended or is lost, because somebody asked for it. Later reports of its end
   * are ignored; when it runs again, it is a new query.
   */
  public ForgetResult forget(QueryKey key, Instant now) {
    QueryEntry entry = currentOwner(key);
    if (entry == null) {
      return ForgetResult.UNKNOWN;
    }
    if (!state(entry, now).isOver()) {
      return ForgetResult.STILL_RUNNING;
    }
    forgotten.add(entry.runIds());
    remove(entry);
    return ForgetResult.FORGOTTEN;
  }

  /** Ids of runs whose query was forgotten, oldest first. */
  public List<String> forgottenRuns() {
    return forgotten.ids();
  }

  /** Adds runs as {@link #forgottenRuns} returned them. */
  public void restoreForgotten(List<String> runIds) {
    forgotten.add(runIds);
  }

  /** The labels of a query; null when it is not visible. */
  public @Nullable QueryKey key(String queryId) {
    QueryEntry entry = entries.get(queryId);
    return entry == null ? null : entry.key();
  }

  private boolean isForgotten(Report.QueryReport query) {
    if (query.status() == Report.Status.RUNNING) {
      forgotten.remove(query.runId());
      return false;
    }
    return forgotten.contains(query.runId());
  }

  private QueryFacts facts(QueryEntry entry, BrokerOffsets brokers, Instant now) {
    return entry.facts(now, state(entry, now), entry.lag(brokers, now));
  }

  private QueryState state(QueryEntry entry, Instant now) {
    return entry.stateAt(now, listeningSince);
  }

  private QueryEntry add(Report report, Report.QueryReport query, DriverClock clock) {
    QueryKey wanted = QueryEntry.preferredLabels(report.app().name(), query.name(), query.id());
    QueryEntry owner = currentOwner(wanted);
    String replaced = null;
    QueryKey key = wanted;
    if (owner != null) {
      QueryState state = state(owner, clock.receivedAt());
      if (state.isOver()) {
        replaced = owner.queryId();
      } else {
        key = labels.suffixed(wanted, query.id());
      }
    }
    QueryEntry entry = new QueryEntry(key, replaced, report, query, clock);
    if (owner != null && replaced != null) {
      remove(owner);
    }
    entries.put(entry.queryId(), entry);
    labels.assign(key, entry.queryId());
    return entry;
  }

  /** A query with suffixed labels gets its preferred ones once their owner has ended or is lost. */
  private void claimLabels(QueryEntry entry, Instant now) {
    QueryKey wanted = entry.preferredLabels();
    QueryState state = state(entry, now);
    if (entry.key().equals(wanted) || state.isOver()) {
      return;
    }
    QueryEntry owner = currentOwner(wanted);
    QueryState held = owner == null ? null : state(owner, now);
    if (held == null || held.isOver()) {
      String replaced = null;
      if (owner != null) {
        remove(owner);
        // Two queries that one application ran side by side have a checkpoint each.
        replaced = owner.isOfApplication(entry) ? null : owner.queryId();
      }
      labels.release(entry.key(), entry.queryId());
      entry.assignLabels(wanted, replaced);
      labels.assign(wanted, entry.queryId());
    }
  }

  /**
   * Whether another query, which started no earlier, has replaced a query that ended. The driver of
   * the ended one may still report it; the two must not replace each other with every report.
   */
  private boolean hasBeenReplaced(Report report, Report.QueryReport query, DriverClock clock) {
    QueryEntry owner =
        query.status() == Report.Status.RUNNING
            ? null
            : currentOwner(
                QueryEntry.preferredLabels(report.app().name(), query.name(), query.id()));
    return owner != null && !clock.toExporterTime(query.startedAt()).isAfter(owner.startedAt());
  }

  private @Nullable QueryEntry currentOwner(QueryKey key) {
    String id = labels.owner(key);
    return id == null ? null : entries.get(id);
  }

  private List<QueryEntry> evictable(Instant now, Set<String> firing) {
    return EvictionOrder.of(entries.values(), entry -> state(entry, now), firing);
  }

  private void remove(QueryEntry entry) {
    entries.remove(entry.queryId());
    labels.release(entry.key(), entry.queryId());
  }
}
