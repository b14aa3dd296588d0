package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertEvaluator;
import io.lagwatch.exporter.alert.SavedAlerts;
import io.lagwatch.exporter.lag.SavedPartition;
import io.lagwatch.exporter.query.SavedQuery;
import io.lagwatch.exporter.signal.SignalTracker;
import io.lagwatch.exporter.watch.QueryGuard.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Copies the state of a monitor to and from {@link SavedState}. Not thread-safe. */
final class StateTransfer {
  private final MonitoredQueries queries;
  private final Clusters clusters;
  private final QueryGuard guard;

  StateTransfer(MonitoredQueries queries, Clusters clusters, QueryGuard guard) {
    this.queries = queries;
    this.clusters = clusters;
    this.guard = guard;
  }

  /**
   * Returns the state that is kept across restarts of the exporter. A query that cannot be saved is
   * omitted.
   */
  SavedState saved(Instant now, List<SavedState.SavedMissingQuery> missing) {
    var entries = new ArrayList<SavedState.Entry>();
    for (String id : queries.registry().ids()) {
      SavedState.Entry entry = guard.call(id, Stage.SAVE, () -> saved(id, now));
      if (entry != null) {
        entries.add(entry);
      }
    }
    return new SavedState(
        now,
        entries,
        clusters.brokers().saved(),
        queries.registry().forgottenRuns(),
        missing,
        clusters.saved());
  }

  /**
   * Restores each entry separately.
   *
   * @return the entries that cannot be used; no part of them remains
   */
  List<RejectedEntry> restore(SavedState state) {
    var rejected = new ArrayList<RejectedEntry>();
    clusters.restore(
        state.clusters(),
        state.partitions().stream().map(SavedPartition::cluster).collect(Collectors.toSet()));
    clusters.brokers().restore(state.partitions());
    queries.registry().restoreForgotten(state.forgottenRuns());
    for (SavedState.Entry entry : state.queries()) {
      String id = entry.query().queryId();
      try {
        guard.entering(id, Stage.RESTORE);
        restore(entry, state.savedAt());
        rejected.addAll(unknownAlerts(id, entry.alerts()));
      } catch (RuntimeException | StackOverflowError e) {
        guard.failed(id, Stage.RESTORE, e);
        guard.succeeded(id, Stage.RESTORE); // the query is removed and cannot fail again
        queries.remove(id);
        rejected.add(
            new RejectedEntry("query " + id, e.toString(), StateJson.MAPPER.valueToTree(entry)));
      }
    }
    return rejected;
  }

  /**
   * Restores an entry and uses all of it once, because incomplete content fails only when it is
   * used.
   */
  private void restore(SavedState.Entry entry, Instant savedAt) {
    queries.registry().restore(entry.query());
    String id = entry.query().queryId();
    queries.restore(
        id,
        new QueryEvaluator(
            entry.signals() == null ? new SignalTracker() : SignalTracker.restore(entry.signals()),
            entry.alerts() == null
                ? new AlertEvaluator()
                : AlertEvaluator.restore(entry.alerts())));
    if (queries.view(id, savedAt) != null) {
      saved(id, savedAt);
    }
  }

  /**
   * Returns the alerts that this version does not have, such as those of a newer version. The query
   * is restored without them.
   */
  private static List<RejectedEntry> unknownAlerts(String id, @Nullable SavedAlerts alerts) {
    return alerts == null
        ? List.of()
        : AlertEvaluator.unknown(alerts).stream()
            .map(
                alert ->
                    new RejectedEntry(
                        "query " + id + ", alert " + alert.status().alert(),
                        "unknown alert",
                        StateJson.MAPPER.valueToTree(alert)))
            .toList();
  }

  private SavedState.@Nullable Entry saved(String id, Instant now) {
    SavedQuery query = queries.registry().saved(id, now);
    if (query == null) {
      return null;
    }
    QueryEvaluator evaluator = queries.evaluator(id);
    return new SavedState.Entry(query, evaluator.savedSignals(), evaluator.savedAlerts());
  }
}
