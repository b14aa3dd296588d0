package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.SavedField.required;

import io.lagwatch.exporter.alert.SavedAlerts;
import io.lagwatch.exporter.lag.SavedPartition;
import io.lagwatch.exporter.query.SavedQuery;
import io.lagwatch.exporter.signal.SignalTracker;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The content of the state file: the state that is kept across restarts of the exporter. Immutable.
 *
 * @param partitions the polled offsets of each Kafka partition and their history
 * @param forgottenRuns ids of runs whose query was removed on request
 * @param missing required queries that have never reported
 * @param clusters the brokers of the Kafka clusters
 */
public record SavedState(
    Instant savedAt,
    List<Entry> queries,
    List<SavedPartition> partitions,
    List<String> forgottenRuns,
    List<SavedMissingQuery> missing,
    List<SavedCluster> clusters) {
  public SavedState {
    queries = List.copyOf(queries);
    partitions = List.copyOf(partitions);
    forgottenRuns = List.copyOf(forgottenRuns);
    missing = List.copyOf(missing);
    clusters = List.copyOf(clusters);
  }

  /** A required query that has never reported, and since when the exporter has waited for it. */
  public record SavedMissingQuery(String app, String query, Instant since) {
    public SavedMissingQuery {
      required(app, "missing.app");
      required(query, "missing.query");
      required(since, "missing.since");
    }
  }

  /**
   * One query. Entries are read, checked and restored independently of each other.
   *
   * @param signals null if they could not be saved; they then start empty
   * @param alerts null if they could not be saved; they then start empty
   */
  public record Entry(
      SavedQuery query,
      SignalTracker.@Nullable SavedSignals signals,
      @Nullable SavedAlerts alerts) {
    public Entry {
      Objects.requireNonNull(query, "query is missing");
    }
  }
}
