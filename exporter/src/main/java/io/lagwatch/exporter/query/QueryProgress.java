package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.InvalidFields;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.LagCalculator;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.ReportedBrokers;
import io.lagwatch.exporter.lag.RoutedOffsets;
import io.lagwatch.exporter.lag.SourcePosition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The batches of a query's current run, and its sources. The sources are kept when the query is
 * restarted. Not thread-safe.
 */
final class QueryProgress {
  private static final Duration IDLE_EVENT_TIMEOUT = Duration.ofMinutes(2);

  private boolean idle;
  private @Nullable Instant batchInFlightSince;
  private @Nullable LastBatch lastBatch;
  private @Nullable Progress lastProgress;
  private @Nullable Instant eventTimeMax;
  private @Nullable String notMeasured;
  private InvalidFields invalidFields = InvalidFields.NONE;

  /**
   * When batches of this run last ended of which nothing else is known; null if the last batch is
   * known.
   */
  private @Nullable Instant unknownBatchEndedAt;

  private final TreeMap<Integer, SourceState> sources = new TreeMap<>();
  private final UncountedStateOperators uncounted;

  /** By the driver's clock. */
  private @Nullable Instant lastReportedInputAt;

  /** The same time by the exporter's clock. */
  private @Nullable Instant inputAt;

  QueryProgress() {
    uncounted = new UncountedStateOperators(List.of());
  }

  QueryProgress(SavedQuery saved) {
    idle = saved.activity().idle();
    batchInFlightSince = saved.activity().batchInFlightSince();
    eventTimeMax = saved.activity().maxEventTime();
    notMeasured = saved.activity().notMeasured();
    lastBatch = saved.lastBatch() == null ? null : saved.lastBatch().restored();
    lastProgress = lastBatch == null ? null : lastBatch.progress();
    uncounted = new UncountedStateOperators(saved.uncountedOperators());
    saved.sources().forEach(source -> sources.put(source.index(), new SourceState(source)));
  }

  QueryProgress(QueryProgress other) {
    idle = other.idle;
    batchInFlightSince = other.batchInFlightSince;
    lastBatch = other.lastBatch;
    lastProgress = other.lastProgress;
    eventTimeMax = other.eventTimeMax;
    notMeasured = other.notMeasured;
    invalidFields = other.invalidFields;
    unknownBatchEndedAt = other.unknownBatchEndedAt;
    other.sources.forEach((index, source) -> sources.put(index, new SourceState(source)));
    uncounted = new UncountedStateOperators(other.uncounted.operators());
    lastReportedInputAt = other.lastReportedInputAt;
    inputAt = other.inputAt;
  }

  /** Resets the batches because another run is the current one. */
  void newRun() {
    lastBatch = null;
    lastProgress = null;
    eventTimeMax = null;
    invalidFields = InvalidFields.NONE;
    unknownBatchEndedAt = null;
  }

  /**
   * Applies a report of the current run.
   *
   * @param batchesCompleted true if batches have completed since the last report of the run
   */
  void reported(Report.QueryReport query, DriverClock clock, boolean batchesCompleted) {
    batchInFlightSince = clock.toExporterTimeOrNull(query.batchInFlightSince());
    if (query.progress() != null || query.notMeasured() != null) {
      notMeasured = query.notMeasured();
    }
    if (query.progress() != null || query.invalidFields().count() > 0) {
      invalidFields = query.invalidFields();
    }
    idle = query.idle() || (query.progress() != null && query.progress().idle());
    Progress progress = query.progress() == null ? null : uncounted.without(query.progress());
    if (progress != null && !progress.equals(lastProgress) && !isOlder(progress)) {
      progressed(progress, query, clock);
    }
    if (progress == null && batchesCompleted) {
      positionLost();
      lastBatchIsUnknown(clock.toExporterTime(query.lastEventAt()));
    }
    query.brokers().forEach(this::brokersReported);
    Instant inputAt = query.lastInputAt();
    if (inputAt != null && !inputAt.equals(lastReportedInputAt)) {
      inputReported(clock.toExporterTime(inputAt));
      lastReportedInputAt = inputAt;
    }
  }

  /**
   * Applies the driver's time of the last input. With several sources it is not known which of them
   * had input: it counts for those whose own input is unknown.
   */
  private void inputReported(Instant at) {
    inputAt = at;
    boolean isOnlySource = sources.size() == 1;
    sources.values().stream()
        .filter(source -> isOnlySource || source.isInputUnknown())
        .forEach(source -> source.inputReported(at));
  }

  /** Forgets the last batch, because later ones have ended of which nothing is known. */
  private void lastBatchIsUnknown(Instant endedAt) {
    lastBatch = null;
    lastProgress = null;
    eventTimeMax = null;
    unknownBatchEndedAt = endedAt;
  }

  private void brokersReported(int index, ReportedBrokers brokers) {
    SourceState source = sources.get(index);
    if (source != null) {
      source.brokersReported(brokers);
    }
  }

  /** See {@link SourceState#polled}. */
  boolean polled(ClusterPoll poll, Instant pollStart, RoutedOffsets routes) {
    boolean beyondEnd = false;
    for (Map.Entry<Integer, SourceState> source : sources.entrySet()) {
      int index = source.getKey();
      beyondEnd |=
          source
              .getValue()
              .polled(
                  poll,
                  pollStart,
                  topic -> routes.reads(index, topic, poll.cluster()),
                  (topic, offsets) -> routes.end(index, topic, offsets));
    }
    return beyondEnd;
  }

  /** Returns the positions of the sources; empty while the query is not measured. */
  List<SourcePosition> positions() {
    return notMeasured == null
        ? sources.values().stream().map(SourceState::position).toList()
        : List.of();
  }

  /** Empty while the query is not measured. */
  List<SourceFacts> sources(BrokerOffsets brokers) {
    return notMeasured == null
        ? sources.values().stream().map(s -> s.facts(brokers.route(s.position()))).toList()
        : List.of();
  }

  QueryLag lag(TriggerInfo trigger, BrokerOffsets brokers, Instant now) {
    if (notMeasured != null) {
      return QueryLag.none(notMeasured);
    }
    if (!trigger.reportsPosition()) {
      return QueryLag.none("continuous processing reports no position");
    }
    boolean hasUnknownBatches = unknownBatchEndedAt != null || lastProgress != null;
    return sources.isEmpty() && hasUnknownBatches
        ? QueryLag.POSITION_LOST
        : LagCalculator.of(positions(), brokers, now);
  }

  ProgressInfo info(long batches) {
    return new ProgressInfo(
        batches,
        lastBatch,
        lastProgress,
        batchInFlightSince,
        eventTimeMax,
        unknownBatchEndedAt,
        inputAt,
        invalidFields);
  }

  /**
   * Returns the size of the query in partitions.
   *
   * @param labels the size of its labels
   */
  long weight(long labels) {
    long reported = labels + (lastProgress == null ? 0 : QueryWeight.of(lastProgress));
    return Math.max(reported, sources.values().stream().mapToLong(SourceState::partitions).sum());
  }

  /** Returns the number of partitions of all sources after a progress is applied. */
  long partitionsAfter(Progress progress) {
    long partitions = 0;
    for (Progress.Source source : progress.sources()) {
      SourceState known = sources.get(source.index());
      partitions += known == null ? source.partitions() : known.partitionsAfter(source);
    }
    return partitions;
  }

  /**
   * Returns true if the query is idle. Spark repeats the idle event every ten seconds or at every
   * trigger. Without a repetition the query is not idle, because a batch may have started and may
   * hang.
   */
  boolean isIdle(TriggerInfo trigger, Instant lastEventAt, Instant now) {
    if (!idle || batchInFlightSince != null) {
      return false;
    }
    Duration period = trigger.period();
    Duration timeout =
        period == null ? IDLE_EVENT_TIMEOUT : IDLE_EVENT_TIMEOUT.plus(period.multipliedBy(2));
    return !lastEventAt.plus(timeout).isBefore(now);
  }

  SavedQuery.SavedActivity savedActivity(
      @Nullable Long reportsFailed, boolean lost, FinishedRuns finished) {
    return new SavedQuery.SavedActivity(
        idle,
        batchInFlightSince,
        eventTimeMax,
        reportsFailed,
        notMeasured,
        lost ? Boolean.TRUE : null,
        finished.lastSuccessAt(),
        finished.lastDuration());
  }

  @Nullable SavedBatch savedBatch() {
    return lastBatch == null ? null : SavedBatch.of(lastBatch);
  }

  List<SavedSource> savedSources() {
    return sources.values().stream().map(SourceState::saved).toList();
  }

  List<String> uncountedOperators() {
    return uncounted.operators();
  }

  /** Marks the position as unknown, because the query has read further without a progress. */
  void positionLost() {
    sources.values().forEach(SourceState::positionLost);
  }

  /**
   * Returns true if the run has already reported a later batch, because reports can arrive out of
   * order.
   */
  private boolean isOlder(Progress progress) {
    return lastProgress != null && progress.batchId() < lastProgress.batchId();
  }

  private void progressed(Progress progress, Report.QueryReport query, DriverClock clock) {
    Duration duration = progress.triggerExecution();
    Instant startedAt = clock.toExporterTime(progress.timestamp());
    Instant endedAt =
        duration == null && !progress.idle()
            ? clock.toExporterTime(query.lastEventAt())
            : clock.toExporterTime(progress.endOrStart());
    if (!progress.idle()) {
      if (duration == null) {
        lastBatchIsUnknown(endedAt);
      } else {
        lastBatch = new LastBatch(progress.batchId(), startedAt, endedAt, duration, progress);
        unknownBatchEndedAt = null;
      }
    }
    if (progress.eventTimeMax() != null) {
      eventTimeMax = progress.eventTimeMax();
    }
    lastProgress = progress;
    if (notMeasured != null) {
      // Removed, so that the sources no longer count towards the limits.
      sources.clear();
      return;
    }
    if (progress.sources().isEmpty()) {
      positionLost();
      return;
    }
    sources.keySet().removeIf(index -> index >= progress.sources().size());
    for (Progress.Source source : progress.sources()) {
      sources
          .computeIfAbsent(
              source.index(), i -> new SourceState(i, clock.toExporterTime(query.startedAt())))
          .progressed(
              source,
              new SourceState.BatchTimes(startedAt, endedAt),
              clock.receivedAt(),
              !progress.idle());
    }
  }
}
