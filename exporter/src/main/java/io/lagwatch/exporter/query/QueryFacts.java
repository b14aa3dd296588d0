package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.QueryLag;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known of one query at one moment. Immutable. Instants are in the exporter's
 * clock: those of the driver are shifted by the difference between the report's {@code sentAt} and
 * its arrival.
 *
 * @param sources ordered by index; positions outlive the runs of a query id
 */
public record QueryFacts(
    QueryIdentity identity,
    RunInfo run,
    RunHistory history,
    TriggerInfo trigger,
    ProgressInfo progress,
    List<SourceFacts> sources,
    QueryLag lag) {

  public QueryFacts {
    sources = List.copyOf(sources);
  }

  /** The same query in another state. */
  public QueryFacts withState(QueryState newState) {
    return new QueryFacts(
        identity, run.withState(newState), history, trigger, progress, sources, lag);
  }

  /**
   * The same query with the trigger interval of its settings, which applies while the trigger is
   * unknown.
   */
  public QueryFacts withConfiguredInterval(@Nullable Duration interval) {
    var configured = new TriggerInfo(trigger.reported(), interval);
    return new QueryFacts(identity, run, history, configured, progress, sources, lag);
  }

  /**
   * Spark's {@code inputRowsPerSecond} now: 0 for an idle or ended query, null (unknown) for a
   * stuck or lost one and before the first batch.
   */
  public @Nullable Double inputRate() {
    Progress batch = currentBatch();
    return batch == null ? rateWithoutBatch() : batch.inputRowsPerSecond();
  }

  /** Spark's {@code processedRowsPerSecond} now; unknown and 0 as for {@link #inputRate()}. */
  public @Nullable Double processedRate() {
    Progress batch = currentBatch();
    return batch == null ? rateWithoutBatch() : batch.processedRowsPerSecond();
  }

  /** Records per second that arrive in all topics with a lag; null while one rate is unknown. */
  public @Nullable Double arrivalRate(ArrivalRates rates) {
    return rates.ofAll(
        lag.partitions().stream()
            .map(partition -> partition.partition().topic())
            .collect(Collectors.toSet()));
  }

  private @Nullable Progress currentBatch() {
    LastBatch batch = progress.lastBatch();
    return run.state() == QueryState.RUNNING && batch != null ? batch.progress() : null;
  }

  private @Nullable Double rateWithoutBatch() {
    return switch (run.state()) {
      case IDLE, STOPPED, FAILED -> Double.valueOf(0);
      case RUNNING, STUCK, LOST -> null;
    };
  }
}
