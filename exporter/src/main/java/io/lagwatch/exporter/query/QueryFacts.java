package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TopicOfSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known about one query at one time. Times are by the exporter's clock; times of
 * the driver are converted with {@link DriverClock}. Immutable.
 *
 * @param sources the sources, ordered by index. Their positions are kept when the query is
 *     restarted
 * @param retention how long Kafka keeps the records of each topic; a topic is absent if that is
 *     unknown or unlimited
 */
public record QueryFacts(
    QueryIdentity identity,
    RunInfo run,
    RunHistory history,
    TriggerInfo trigger,
    ProgressInfo progress,
    List<SourceFacts> sources,
    QueryLag lag,
    Map<TopicOfSource, Duration> retention) {

  public QueryFacts {
    sources = List.copyOf(sources);
    retention = Map.copyOf(retention);
  }

  /** Returns a copy in another state. */
  public QueryFacts withState(QueryState newState) {
    return new QueryFacts(
        identity, run.withState(newState), history, trigger, progress, sources, lag, retention);
  }

  /**
   * Returns a copy with the trigger interval of the query's settings, which applies while the
   * trigger is unknown.
   */
  public QueryFacts withConfiguredInterval(@Nullable Duration interval) {
    var configured = new TriggerInfo(trigger.reported(), interval);
    return new QueryFacts(identity, run, history, configured, progress, sources, lag, retention);
  }

  /** Returns the same facts with the retention of the topics. */
  public QueryFacts withRetention(Map<TopicOfSource, Duration> byTopic) {
    return new QueryFacts(identity, run, history, trigger, progress, sources, lag, byTopic);
  }

  /**
   * Returns Spark's current {@code inputRowsPerSecond}: 0 if the query is idle or has ended. Null
   * (unknown) if it is stuck or lost, and before its first batch.
   */
  public @Nullable Double inputRate() {
    Progress batch = currentBatch();
    return batch == null ? rateWithoutBatch() : batch.inputRowsPerSecond();
  }

  /**
   * Returns Spark's current {@code processedRowsPerSecond}; 0 and null as for {@link #inputRate()}.
   */
  public @Nullable Double processedRate() {
    Progress batch = currentBatch();
    return batch == null ? rateWithoutBatch() : batch.processedRowsPerSecond();
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
