package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.LagCalculator;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.SourcePosition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The batches of a query's current run, and its sources, which outlive runs. Not thread-safe. */
final class QueryProgress {
  private static final Duration IDLE_EVENT_TIMEOUT = Duration.ofMinutes(2);

  private boolean idle;
  private @Nullable Instant batchInFlightSince;
  private @Nullable LastBatch lastBatch;
  private @Nullable Progress lastProgress;
  private @Nullable Instant eventTimeMax;
  private @Nullable String notMeasured;
  private final TreeMap<Integer, SourceState> sources = new TreeMap<>();
  private final UncountedStateOperators uncounted;

  /** Driver's clock. */
  private @Nullable Instant lastReportedInputAt;

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
    other.sources.forEach((index, source) -> sources.put(index, new SourceState(source)));
    uncounted = new UncountedStateOperators(other.uncounted.operators());
    lastReportedInputAt = other.lastReportedInputAt;
  }

  /** Takes that another run is the current one now. */
  void newRun() {
    lastBatch = null;
    lastProgress = null;
    eventTimeMax = null;
  }

  /**
   * Applies a report of the current run.
   *
   * @param batchesEnded true if batches have ended since the last report of the run
   */
  void reported(Report.QueryReport query, DriverClock clock, boolean batchesEnded) {
    batchInFlightSince = clock.toExporterTimeOrNull(query.batchInFlightSince());
    if (query.progress() != null || query.notMeasured() != null) {
      notMeasured = query.notMeasured();
    }
    idle = query.idle() || (query.progress() != null && query.progress().idle());
    Progress progress = query.progress() == null ? null : uncounted.without(query.progress());
    if (progress != null && !progress.equals(lastProgress) && !isOlder(progress)) {
      progressed(progress, query, clock);
    }
    if (progress == null && batchesEnded) {
      positionLost();
    }
    Instant inputAt = query.lastInputAt();
    if (inputAt != null && !inputAt.equals(lastReportedInputAt) && sources.size() == 1) {
      sources.firstEntry().getValue().inputReported(clock.toExporterTime(inputAt));
      lastReportedInputAt = inputAt;
    }
  }

  /** See {@link SourceState#polled}. */
  boolean polled(ClusterPoll poll, Instant began) {
    boolean again = false;
    for (SourceState source : sources.values()) {
      again |= source.polled(poll, began);
    }
    return again;
  }

  /** Empty while the query is not measured. */
  List<SourcePosition> positions() {
    return notMeasured == null
        ? sources.values().stream().map(SourceState::position).toList()
        : List.of();
  }

  /** Empty while the query is not measured. */
  List<SourceFacts> sources() {
    return notMeasured == null
        ? sources.values().stream().map(SourceState::facts).toList()
        : List.of();
  }

  QueryLag lag(TriggerInfo trigger, BrokerOffsets brokers, Instant now) {
    if (notMeasured != null) {
      return QueryLag.none(notMeasured);
    }
    return trigger.tellsPosition()
        ? LagCalculator.of(positions(), brokers, now)
        : QueryLag.none("continuous processing tells no position");
  }

  ProgressInfo info(long batches) {
    return new ProgressInfo(batches, lastBatch, lastProgress, batchInFlightSince, eventTimeMax);
  }

  /**
   * What the query counts as, in partitions.
   *
   * @param labels what its labels count as
   */
  long weight(long labels) {
    long reported = labels + (lastProgress == null ? 0 : QueryWeight.of(lastProgress));
    return Math.max(reported, sources.values().stream().mapToLong(SourceState::partitions).sum());
  }

  /** Partitions of all sources once a progress is applied. */
  long partitionsAfter(Progress progress) {
    long partitions = 0;
    for (Progress.Source source : progress.sources()) {
      SourceState known = sources.get(source.index());
      partitions += known == null ? source.partitions() : known.partitionsAfter(source);
    }
    return partitions;
  }

  /**
   * Idle for as long as Spark repeats it, which it does every ten seconds or at every trigger.
   * After that, a batch may have begun and hang.
   */
  boolean isIdle(TriggerInfo trigger, Instant lastEventAt, Instant now) {
    if (!idle || batchInFlightSince != null) {
      return false;
    }
    Duration period = trigger.period();
    Duration silence =
        period == null ? IDLE_EVENT_TIMEOUT : IDLE_EVENT_TIMEOUT.plus(period.multipliedBy(2));
    return !lastEventAt.plus(silence).isBefore(now);
  }

  SavedQuery.SavedActivity savedActivity(@Nullable Long reportsFailed) {
    return new SavedQuery.SavedActivity(
        idle, batchInFlightSince, eventTimeMax, reportsFailed, notMeasured);
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

  /** Takes that the query has read on without a progress. */
  void positionLost() {
    sources.values().forEach(SourceState::positionLost);
  }

  /** True if the run has already reported a later batch: reports may arrive in another order. */
  private boolean isOlder(Progress progress) {
    return lastProgress != null && progress.batchId() < lastProgress.batchId();
  }

  private void progressed(Progress progress, Report.QueryReport query, DriverClock clock) {
    Duration took = progress.triggerExecution();
    Instant began = clock.toExporterTime(progress.timestamp());
    Instant ended = clock.toExporterTime(progress.timestamp().plus(took));
    if (!progress.idle()) {
      lastBatch = new LastBatch(progress.batchId(), began, ended, took, progress);
    }
    if (progress.eventTimeMax() != null) {
      eventTimeMax = progress.eventTimeMax();
    }
    lastProgress = progress;
    if (notMeasured != null) {
      // The size of what is still known counts; what is too large is not added.
      sources.clear();
      return;
    }
    sources.keySet().removeIf(index -> index >= progress.sources().size());
    for (Progress.Source source : progress.sources()) {
      sources
          .computeIfAbsent(
              source.index(), i -> new SourceState(i, clock.toExporterTime(query.startedAt())))
          .progressed(source, ended, clock.receivedAt(), !progress.idle());
    }
  }
}
