package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.lag.QueryLag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one query at one moment. Immutable. Instants are the exporter's clock: what
 * the driver said was moved by the difference between its {@code sentAt} and the report's arrival.
 *
 * @param sources by their index; positions outlive runs of the same query id
 * @param lastBatch the last finished batch of the current run; null before the first
 * @param lastProgress the last progress of any kind, an idle one included; null before the first
 * @param eventTimeMax the latest event time in the last batch of the current run that had rows;
 *     null while Spark has none
 * @param replacedQueryId the id of the query that had this key before (its checkpoint was
 *     replaced); null when none had
 * @param otherLiveRun run id of a second live run of this query id; null when there is none
 */
public record QueryFacts(
    QueryKey key,
    String queryId,
    String runId,
    @Nullable String name,
    Report.App app,
    String agentInstance,
    QueryState state,
    Report.Status status,
    Instant startedAt,
    @Nullable Instant endedAt,
    Instant lastReportAt,
    Instant lastEventAt,
    Report.@Nullable QueryError lastError,
    @Nullable Instant lastFailureAt,
    Report.@Nullable Trigger trigger,
    @Nullable String checkpoint,
    @Nullable Instant batchInFlightSince,
    long runs,
    long failures,
    Totals totals,
    long batchesThisRun,
    @Nullable Long reportsFailed,
    @Nullable LastBatch lastBatch,
    @Nullable Progress lastProgress,
    @Nullable Instant eventTimeMax,
    List<SourceFacts> sources,
    QueryLag lag,
    @Nullable String replacedQueryId,
    @Nullable String otherLiveRun) {

  public QueryFacts {
    sources = List.copyOf(sources);
  }

  /** The same in another state. */
  public QueryFacts withState(QueryState newState) {
    return new QueryFacts(
        key,
        queryId,
        runId,
        name,
        app,
        agentInstance,
        newState,
        status,
        startedAt,
        endedAt,
        lastReportAt,
        lastEventAt,
        lastError,
        lastFailureAt,
        trigger,
        checkpoint,
        batchInFlightSince,
        runs,
        failures,
        totals,
        batchesThisRun,
        reportsFailed,
        lastBatch,
        lastProgress,
        eventTimeMax,
        sources,
        lag,
        replacedQueryId,
        otherLiveRun);
  }

  /** False when the query says nothing of its position as long as it runs with this trigger. */
  public boolean tellsPosition() {
    return trigger == null || trigger.tellsPosition();
  }

  /** The trigger interval when batches are started by the clock with a pause, else null. */
  public @Nullable Duration triggerInterval() {
    return trigger != null
            && trigger.type() == Report.Trigger.Type.PROCESSING_TIME
            && trigger.interval() != null
            && !trigger.interval().isZero()
        ? trigger.interval()
        : null;
  }

  /**
   * A rate of Spark's that is true now. The last busy numbers of an idle or ended query must not
   * stand; of one that hangs or is lost no rate is known.
   */
  public @Nullable Double presentRate(Function<Progress, @Nullable Double> rate) {
    return switch (state) {
      case IDLE, STOPPED, FAILED -> Double.valueOf(0);
      case STUCK, LOST -> null;
      case RUNNING -> lastBatch == null ? null : rate.apply(lastBatch.progress());
    };
  }

  /** The watermark; null while there is none, which Spark shows as the epoch. */
  public @Nullable Instant watermark() {
    var watermark = lastProgress == null ? null : lastProgress.watermark();
    return watermark == null || watermark.equals(Instant.EPOCH) ? null : watermark;
  }

  /** State as the last finished batch left it; an idle progress only repeats it. */
  public List<Progress.StateOperator> stateOperators() {
    var progress = lastBatch == null ? lastProgress : lastBatch.progress();
    return progress == null ? List.of() : progress.stateOperators();
  }

  /**
   * The last finished batch.
   *
   * @param startedAt when its trigger began
   * @param endedAt when its progress was made
   * @param duration trigger execution
   */
  public record LastBatch(
      long batchId, Instant startedAt, Instant endedAt, Duration duration, Progress progress) {}

  /**
   * One source over the life of the query.
   *
   * @param consumedByTopic how far the position moved, in offsets, since the query was first seen;
   *     empty for a source without Kafka offsets
   * @param lastInputAt when its position last moved (or rows came, where there is no position);
   *     null when that has never been seen
   * @param watchedSince since when input could have been seen
   */
  public record SourceFacts(
      int index,
      String description,
      boolean kafka,
      SortedMap<String, Long> consumedByTopic,
      @Nullable Instant lastInputAt,
      Instant watchedSince) {}
}
