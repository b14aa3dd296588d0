package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.query.FinishedRuns;
import io.lagwatch.exporter.query.LastBatch;
import io.lagwatch.exporter.query.ProgressInfo;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryIdentity;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.query.RunHistory;
import io.lagwatch.exporter.query.RunInfo;
import io.lagwatch.exporter.query.SourceFacts;
import io.lagwatch.exporter.query.TriggerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Builds the facts of a query for the tests of the signals; every value has a default. */
final class SignalFacts {
  static final Instant T0 = Instant.parse("2026-03-02T00:00:00Z");

  private String runId = "run-1";
  private QueryState state = QueryState.RUNNING;
  private Report.Status status = Report.Status.RUNNING;
  private Instant startedAt = T0;
  private @Nullable Instant endedAt;
  private Instant lastReportAt = T0;
  private @Nullable Instant lastFailureAt;
  private Report.@Nullable Trigger trigger;
  private @Nullable Instant batchInFlightSince;
  private Totals totals = Totals.NONE;
  private long batches = 1;
  private @Nullable LastBatch lastBatch;
  private List<SourceFacts> sources = new ArrayList<>();
  private QueryLag lag = QueryLag.none("no broker");
  private @Nullable String replacedQueryId;
  private @Nullable String otherLiveRun;

  static SignalFacts facts() {
    return new SignalFacts();
  }

  /** The given number of seconds after {@link #T0}. */
  static Instant at(long seconds) {
    return T0.plusSeconds(seconds);
  }

  SignalFacts run(String id, Instant start) {
    runId = id;
    startedAt = start;
    return this;
  }

  SignalFacts state(QueryState newState) {
    state = newState;
    return this;
  }

  SignalFacts status(Report.Status newStatus) {
    status = newStatus;
    return this;
  }

  SignalFacts stopped(@Nullable Instant end) {
    status = Report.Status.STOPPED;
    state = QueryState.STOPPED;
    endedAt = end;
    return this;
  }

  SignalFacts lastReportAt(Instant at) {
    lastReportAt = at;
    return this;
  }

  SignalFacts lastFailureAt(Instant at) {
    lastFailureAt = at;
    return this;
  }

  SignalFacts trigger(Report.Trigger.Type type, @Nullable Duration interval) {
    trigger = new Report.Trigger(type, interval);
    return this;
  }

  SignalFacts batchInFlightSince(Instant at) {
    batchInFlightSince = at;
    return this;
  }

  SignalFacts totals(long inputRows, long droppedRows) {
    totals = new Totals(1, 0, inputRows, droppedRows, 0, Totals.Durations.NONE);
    return this;
  }

  /** The number of batches of this run. */
  SignalFacts batches(long count) {
    batches = count;
    return this;
  }

  SignalFacts lastBatch(LastBatch batch) {
    lastBatch = batch;
    return this;
  }

  SignalFacts kafkaSource(int index, @Nullable Instant lastInputAt) {
    return source(index, true, lastInputAt, T0);
  }

  SignalFacts source(
      int index, boolean kafka, @Nullable Instant lastInputAt, Instant watchedSince) {
    sources.add(
        new SourceFacts(
            index, "source " + index, kafka, new TreeMap<>(), lastInputAt, watchedSince, null));
    return this;
  }

  SignalFacts lag(QueryLag newLag) {
    lag = newLag;
    return this;
  }

  SignalFacts replacedQueryId(String id) {
    replacedQueryId = id;
    return this;
  }

  SignalFacts otherLiveRun(String id) {
    otherLiveRun = id;
    return this;
  }

  QueryFacts build() {
    return new QueryFacts(
        new QueryIdentity(
            new QueryKey("app", "query"),
            "query-1",
            "query",
            new Report.App("app-1", "app", "3.5.7", "driver"),
            null,
            replacedQueryId),
        new RunInfo(
            runId, state, status, startedAt, endedAt, lastReportAt, lastReportAt, otherLiveRun),
        new RunHistory(
            1,
            0,
            lastFailureAt == null ? null : new RunHistory.Failure(null, lastFailureAt),
            totals,
            0L,
            FinishedRuns.NONE),
        new TriggerInfo(trigger, null),
        new ProgressInfo(
            batches,
            lastBatch,
            lastBatch == null ? null : lastBatch.progress(),
            batchInFlightSince,
            null),
        sources,
        lag,
        Map.of());
  }

  /** A batch with its start and end in seconds after {@link #T0}. */
  static LastBatch batch(long start, long end) {
    return batch(at(start), at(end), null, null);
  }

  static LastBatch batch(
      Instant start, Instant end, @Nullable Instant watermark, @Nullable Long stateRows) {
    List<Progress.StateOperator> operators =
        stateRows == null
            ? List.of()
            : List.of(new Progress.StateOperator(0, "stateStoreSave", stateRows, 0L, 0L, 0L, 0L));
    var phases = new TreeMap<>(Map.of("addBatch", Duration.between(start, end).toMillis()));
    return new LastBatch(
        1,
        start,
        end,
        Duration.between(start, end),
        new Progress(start, 1, 0L, null, null, phases, watermark, null, operators, List.of()));
  }

  /** Lag that the broker answered, in the state MEASURED. */
  static PartitionLag partition(
      int source, int partition, @Nullable Long earliest, long position, long end) {
    return partition(source, partition, earliest, position, end, TimeLag.NONE);
  }

  static PartitionLag partition(
      int source,
      int partition,
      @Nullable Long earliest,
      long position,
      long end,
      @Nullable TimeLag time) {
    return new PartitionLag(
        source,
        new TopicPartition("t", partition),
        position,
        end,
        earliest,
        Math.max(0, end - position),
        time,
        PartitionStatus.MEASURED);
  }

  static PartitionLag unknownPartition(int source, int partition, PartitionStatus state) {
    return new PartitionLag(
        source, new TopicPartition("t", partition), 5L, null, null, null, null, state);
  }

  /** The lag of these partitions; those without records are unknown. */
  static QueryLag lagOf(PartitionLag... partitions) {
    Long records = null;
    TimeLag worst = null;
    int unknown = 0;
    for (PartitionLag partition : partitions) {
      if (partition.records() == null) {
        unknown++;
      } else {
        records = (records == null ? 0 : records) + partition.records();
      }
      TimeLag time = partition.time();
      if (time != null && (worst == null || time.duration().compareTo(worst.duration()) > 0)) {
        worst = time;
      }
    }
    return new QueryLag(
        QueryLag.Basis.BROKER, List.of(partitions), records, worst, unknown, null, T0, null);
  }
}
