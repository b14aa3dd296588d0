package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.RoutedOffsets;
import io.lagwatch.exporter.lag.SourcePosition;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The visible queries by Spark's query id. The id is stored in the checkpoint, so it stays the same
 * for new runs, drivers and applications. Bounded. Not thread-safe.
 */
public final class QueryRegistry {
  /** Maximum number of visible query ids. Ended and lost queries are removed for new ones. */
  public static final int MAX_QUERIES = 2000;

  private final Instant listeningSince;
  private final Capacity capacity;
  private final Map<String, QueryEntry> entries = new HashMap<>();
  private final LabelOwners labels = new LabelOwners();
  private final ForgottenRuns forgotten = new ForgottenRuns();
  private long endings;

  /**
   * @param listeningSince when the exporter started to listen. Time before that does not count as
   *     missing reports
   * @param capacity limits that a report must not exceed
   */
  public QueryRegistry(Instant listeningSince, Capacity capacity) {
    this.listeningSince = listeningSince;
    this.capacity = capacity;
  }

  /**
   * Decides which queries of a report are accepted, and changes nothing. A query that is too large
   * is accepted without its sources.
   *
   * @param firing ids of queries with a firing alert, which are evicted last; called only if the
   *     capacity is exceeded
   */
  public Admitted admit(Report report, Instant receivedAt, Supplier<Set<String>> firing) {
    Capacity.Admission admission =
        capacity.admit(report, entries, () -> evictable(receivedAt, firing.get()));
    return new Admitted(admission.queries(), admission.refused(), admission.mustEvict());
  }

  /**
   * Removes ended and lost queries until the capacity is no longer exceeded. Must be called after
   * the queries of a report are stored, so that no query is removed for one that is not stored.
   *
   * @param firing ids of queries with a firing alert, which are evicted last
   */
  public void evictExcess(Report report, Instant now, Set<String> firing) {
    Set<String> reported =
        report.queries().stream().map(Report.QueryReport::id).collect(Collectors.toSet());
    List<QueryEntry> candidates =
        evictable(now, firing).stream()
            .filter(entry -> !reported.contains(entry.queryId()))
            .toList();
    capacity.excess(entries.values(), candidates).forEach(this::remove);
  }

  /**
   * The decision about a report.
   *
   * @param queries queries to store
   * @param refused one entry per rejected query
   * @param mustEvict true if {@link #evictExcess} must be called after the queries are stored
   */
  public record Admitted(
      List<Report.QueryReport> queries, List<Decoded.Refused> refused, boolean mustEvict) {
    public Admitted {
      queries = List.copyOf(queries);
      refused = List.copyOf(refused);
    }

    /** Returns why the whole report is rejected; null if at least one query is accepted. */
    public Decoded.@Nullable Refused refusal() {
      return queries.isEmpty() && !refused.isEmpty() ? refused.get(0) : null;
    }
  }

  /** Stores one query of an admitted report. If it throws, nothing has changed. */
  public void store(Report report, Report.QueryReport query, Instant receivedAt) {
    DriverClock clock = DriverClock.of(report, receivedAt);
    QueryEntry entry = entries.get(query.id());
    boolean endedBefore = entry != null && entry.ended();
    if (entry != null) {
      QueryKey preferredBefore = entry.preferredLabels();
      entry = entry.accepted(report, query, clock);
      entries.put(entry.queryId(), entry);
      if (!entry.preferredLabels().equals(preferredBefore)) {
        claimLabels(entry, receivedAt);
      }
    } else if (isForgotten(query) || hasBeenReplaced(report, query, clock)) {
      return;
    } else {
      entry = add(report, query, clock);
    }
    if (entry.ended() && !endedBefore) {
      endings++;
    }
  }

  /**
   * Compares the positions of one query with a poll that started at {@code pollStart}. If it
   * throws, nothing has changed.
   *
   * @param routes which cluster each of its sources reads
   * @return whether another poll soon is useful: a position lies beyond the end
   */
  public boolean polled(String queryId, ClusterPoll poll, Instant pollStart, RoutedOffsets routes) {
    QueryEntry entry = entries.get(queryId);
    if (entry == null) {
      return false;
    }
    QueryEntry next = entry.copy();
    boolean beyondEnd = next.polled(poll, pollStart, routes);
    entries.put(queryId, next);
    return beyondEnd;
  }

  /** Assigns unused labels to a query that prefers them. */
  public void reassignLabels(String queryId, Instant now) {
    QueryEntry entry = entries.get(queryId);
    if (entry != null) {
      claimLabels(entry, now);
    }
  }

  /**
   * Removes a query that ended or was lost longer ago than {@code keep}. The caller does not ask
   * for a query with an alert: an alert must not resolve because its query expired.
   */
  public void expire(String queryId, Duration keep, Instant now) {
    QueryEntry entry = entries.get(queryId);
    if (entry != null
        && state(entry, now).isOver()
        && entry.lastReportAt().plus(keep).isBefore(now)) {
      remove(entry);
    }
  }

  /** The positions of one query's sources; empty when it is not visible. */
  public List<SourcePosition> positions(String queryId) {
    QueryEntry entry = entries.get(queryId);
    return entry == null ? List.of() : entry.positions();
  }

  /** Returns how many runs have ended since the exporter started. */
  public long endings() {
    return endings;
  }

  /** Returns the ids of all visible queries, in a replay always in the same order. */
  public Set<String> ids() {
    return Collections.unmodifiableSet(new LinkedHashSet<>(entries.keySet()));
  }

  /** Returns the facts of one query; null if it is not visible. */
  public @Nullable QueryFacts facts(String queryId, BrokerOffsets brokers, Instant now) {
    QueryEntry entry = entries.get(queryId);
    return entry == null ? null : facts(entry, brokers, now);
  }

  /** Returns one query in the format of the state file; null if it is not visible. */
  public @Nullable SavedQuery saved(String queryId, Instant now) {
    QueryEntry entry = entries.get(queryId);
    return entry == null ? null : entry.saved(state(entry, now) == QueryState.LOST);
  }

  /** Adds a query as {@link #saved} returned it. */
  public void restore(SavedQuery query) {
    QueryEntry entry = new QueryEntry(query);
    entries.put(entry.queryId(), entry);
    labels.assign(entry.key(), entry.queryId());
  }

  /** Removes a query if it is visible. */
  public void remove(String queryId) {
    QueryEntry entry = entries.get(queryId);
    if (entry != null) {
      remove(entry);
    }
  }

  /**
   * Removes an ended or lost query on request. Later reports that it ended are ignored. If it runs
   * again, it is a new query.
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

  /** Returns the ids of runs whose query was forgotten, oldest first. */
  public List<String> forgottenRuns() {
    return forgotten.ids();
  }

  /** Adds runs as {@link #forgottenRuns} returned them. */
  public void restoreForgotten(List<String> runIds) {
    forgotten.add(runIds);
  }

  /** The names that the settings match: of the application and of the query, or else its id. */
  public @Nullable QueryKey settingsKey(String queryId) {
    QueryEntry entry = entries.get(queryId);
    return entry == null ? null : entry.preferredLabels();
  }

  /** The labels of a query; null when it is not visible. */
  public @Nullable QueryKey key(String queryId) {
    QueryEntry entry = entries.get(queryId);
    return entry == null ? null : entry.key();
  }

  /** Whether a query has these labels. */
  public boolean isVisible(QueryKey key) {
    return labels.owner(key) != null;
  }

  private boolean isForgotten(Report.QueryReport query) {
    if (query.status() == Report.Status.RUNNING) {
      forgotten.remove(query.runId());
      return false;
    }
    return forgotten.contains(query.runId());
  }

  private QueryFacts facts(QueryEntry entry, BrokerOffsets brokers, Instant now) {
    return entry.facts(now, state(entry, now), brokers);
  }

  private QueryState state(QueryEntry entry, Instant now) {
    return entry.stateAt(now, listeningSince);
  }

  private QueryEntry add(Report report, Report.QueryReport query, DriverClock clock) {
    QueryKey preferred = QueryEntry.preferredLabels(report.app().name(), query.name(), query.id());
    QueryEntry owner = currentOwner(preferred);
    String replaced = null;
    QueryKey key = preferred;
    if (owner != null) {
      QueryState state = state(owner, clock.receivedAt());
      if (state.isOver()) {
        replaced = owner.queryId();
      } else {
        key = labels.suffixed(preferred, query.id());
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

  /**
   * Assigns the preferred labels to a query with suffixed labels after their owner has ended or is
   * lost.
   */
  private void claimLabels(QueryEntry entry, Instant now) {
    QueryKey preferred = entry.preferredLabels();
    QueryState state = state(entry, now);
    if (entry.key().equals(preferred) || state.isOver()) {
      return;
    }
    QueryEntry owner = currentOwner(preferred);
    QueryState ownerState = owner == null ? null : state(owner, now);
    if (ownerState == null || ownerState.isOver()) {
      String replaced = null;
      if (owner != null) {
        remove(owner);
        // Two queries of the same application have different checkpoints: neither replaces the
        // other.
        replaced = owner.isOfApplication(entry) ? null : owner.queryId();
      }
      labels.release(entry.key(), entry.queryId());
      entry.assignLabels(preferred, replaced);
      labels.assign(preferred, entry.queryId());
    }
  }

  /**
   * Returns true if another query that started at the same time or later has replaced an ended
   * query. The driver of the ended query may still report it, and must not replace the newer one.
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
