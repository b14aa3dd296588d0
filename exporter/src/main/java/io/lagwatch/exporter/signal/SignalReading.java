package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.query.SourceFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Computes the signals of one query at one time. Changes nothing.
 *
 * @param period when the observation of the query started
 */
record SignalReading(
    QueryFacts facts,
    QuerySettings settings,
    Instant now,
    ObservedPeriod period,
    Trackers trackers) {
  /**
   * After a period without observation the driver gets this long to report before its earlier
   * reports count as the current state.
   */
  private static final Duration REPORT_GRACE_PERIOD = Duration.ofMinutes(2);

  private static final Duration REPLACED_FOR = Duration.ofHours(1);

  /**
   * The observation of a query.
   *
   * @param firstSeenAt when the query was first reported
   * @param resumedAt start of the observation without a gap
   * @param silentSince since when the driver of a lost query has sent no report; null if the query
   *     was not lost when it was last observed
   */
  record ObservedPeriod(Instant firstSeenAt, Instant resumedAt, @Nullable Instant silentSince) {}

  Signals read() {
    return new Signals(
        lagSignals(),
        batchSignals(),
        inputSignals(),
        watermarkSignals(),
        new StateSignals(facts.run().isStopped() ? null : trackers.stateGrowth().perHour(now)),
        retentionSignals(),
        health(),
        RunSignals.of(facts.run(), settings.runs(), now));
  }

  private LagSignals lagSignals() {
    if (facts.run().isStopped()) {
      return new LagSignals(null, null, floor(), null, null);
    }
    QueryLag lag = facts.lag();
    QueryLagTrends.LagGrowth growth = facts.trigger().reportsPosition() ? growth() : null;
    boolean unknown = growth == null && lag.basis() == QueryLag.Basis.NONE;
    return new LagSignals(
        unknown ? null : growth == null ? (Double) 0.0 : (Double) growth.share(),
        growth == null ? null : growth.rate(),
        floor(),
        trackers.trends().catchUp(lag, settings.lag().lagWindow(), floor(), now),
        unmeasuredPartitions());
  }

  private BatchSignals batchSignals() {
    Duration interval = facts.trigger().interval();
    return new BatchSignals(
        interval == null || !facts.run().isLive() || idle() || isLastBatchUnknown()
            ? null
            : trackers.durations().utilization(interval),
        facts.run().isLive() ? batchAge() : null,
        stuckAfter());
  }

  private InputSignals inputSignals() {
    SortedMap<Integer, Duration> ages = trackers.input().ages(facts, inputKnownUntil());
    return new InputSignals(inputAge(ages), ages);
  }

  private WatermarkSignals watermarkSignals() {
    return facts.run().isStopped()
        ? WatermarkSignals.UNKNOWN
        : new WatermarkSignals(
            watermarkAge(),
            trackers.watermarks().stall(),
            facts.progress().lastBatch() == null
                ? null
                : (Double) trackers.lateRows().ratio(facts.history().totals()));
  }

  private @Nullable Duration watermarkAge() {
    Instant watermark = facts.progress().watermark();
    return watermark == null ? null : Duration.between(watermark, now);
  }

  private RetentionSignals retentionSignals() {
    boolean stopped = facts.run().isStopped();
    return new RetentionSignals(
        trackers.retention().horizon(facts.lag(), facts.retention(), now),
        Retention.lost(facts.lag()),
        stopped ? null : (Integer) partitionsBeyondEnd(),
        trackers.retention().headroom(facts.lag(), facts.retention(), now));
  }

  private QueryHealth health() {
    return new QueryHealth(
        failing(),
        facts.run().state() == QueryState.LOST,
        facts.identity().replacedQueryId() != null
            && now.isBefore(period.firstSeenAt().plus(REPLACED_FOR)),
        facts.run().isLive() && facts.run().otherLiveRunId() != null);
  }

  private Duration floor() {
    return Intervals.lagFloor(facts, settings);
  }

  private Duration stuckAfter() {
    Duration allowance =
        trackers.timer().maxExpectedDuration(facts.trigger().period(), trackers.durations());
    return allowance.compareTo(settings.batch().stuckAfter()) > 0
        ? allowance
        : settings.batch().stuckAfter();
  }

  private boolean idle() {
    return facts.run().state() == QueryState.IDLE;
  }

  /** Batches have ended of which no duration is known. */
  private boolean isLastBatchUnknown() {
    return facts.progress().unknownBatchEndedAt() != null;
  }

  /**
   * Returns the growth at batch ends, or since the last batch end if the next one is long overdue.
   */
  private QueryLagTrends.@Nullable LagGrowth growth() {
    QueryLag lag = facts.lag();
    Duration floor = settings.lag().lagFloor();
    if (idle()
        || QueryLagTrends.withinFloor(
            lag, trackers.trends().settled() ? floor.dividedBy(2) : floor)) {
      return null;
    }
    if (overdue()) {
      QueryLagTrends.LagGrowth unread =
          QueryLagTrends.growthSinceLastBatch(
              lag, trackers.timer().backlog(), trackers.timer().since(), floor(), now);
      if (unread != null) {
        return unread;
      }
    }
    return facts.trigger().endsByItself()
        ? null
        : trackers
            .trends()
            .growing(
                source -> QueryLagTrends.hasPosition(lag, source), settings.lag().lagWindow(), now);
  }

  /** The last report, or the begin of the observation if that is later. */
  static Instant silentSince(QueryFacts facts, Instant resumedAt) {
    Instant lastReport = facts.run().lastReportAt();
    return lastReport.isAfter(resumedAt) ? lastReport : resumedAt;
  }

  private boolean overdue() {
    if (facts.run().state() == QueryState.LOST) {
      Instant silent =
          period.silentSince() == null
              ? silentSince(facts, period.resumedAt())
              : period.silentSince();
      return !silent.plus(settings.lag().silenceTolerated()).isAfter(now);
    }
    boolean betweenRuns =
        facts.trigger().endsByItself() && facts.run().reportedStatus() != Report.Status.RUNNING;
    return !betweenRuns
        && trackers
            .timer()
            .overdueAt(facts, facts.trigger().period(), trackers.durations())
            .isBefore(now);
  }

  /**
   * Returns the time up to which the absence of input is certain. A running batch may be reading
   * rows.
   */
  private Instant inputKnownUntil() {
    boolean silent = facts.run().state() == QueryState.LOST || idle() || overdue();
    return silent || trackers.timer().since().isAfter(now) ? now : trackers.timer().since();
  }

  /** The first batch of a new query may be reading rows for as long as it runs. */
  private boolean isInFirstBatch() {
    return facts.sources().isEmpty() && facts.run().isLive() && !idle();
  }

  private @Nullable Duration inputAge(SortedMap<Integer, Duration> ages) {
    boolean awaitingFirstReport =
        !facts.run().lastReportAt().isAfter(period.resumedAt())
            && now.isBefore(period.resumedAt().plus(REPORT_GRACE_PERIOD));
    return awaitingFirstReport
        ? null
        : ages.values().stream()
            .max(Comparator.naturalOrder())
            .orElse(
                isInFirstBatch()
                    ? null
                    : trackers
                        .input()
                        .ageWithoutSources(facts, period.firstSeenAt(), inputKnownUntil()));
  }

  /**
   * Returns the age of the running batch; zero while none is running, also after a batch that hung.
   */
  private @Nullable Duration batchAge() {
    if (!facts.trigger().reportsPosition()) {
      return null;
    }
    if (idle()) {
      return Duration.ZERO;
    }
    Instant since =
        facts.progress().batchInFlightSince() == null
            ? trackers.timer().begun(facts, facts.trigger().period())
            : facts.progress().batchInFlightSince();
    return since.isAfter(now) ? Duration.ZERO : Duration.between(since, now);
  }

  private int partitionsBeyondEnd() {
    return (int)
        facts.lag().partitions().stream()
            .filter(p -> p.state() == PartitionStatus.POSITION_BEYOND_END)
            .count();
  }

  private @Nullable Integer unmeasuredPartitions() {
    long kafkaSources = facts.sources().stream().filter(SourceFacts::kafka).count();
    if (kafkaSources == 0 || !facts.trigger().reportsPosition()) {
      return null;
    }
    if (facts.lag().basis() == QueryLag.Basis.NONE && facts.lag().partitions().isEmpty()) {
      return (int) kafkaSources;
    }
    return Math.max(0, facts.lag().unknown() - partitionsBeyondEnd());
  }

  private boolean failing() {
    if (facts.run().reportedStatus() == Report.Status.FAILED) {
      return true;
    }
    Instant failed = facts.history().lastFailureAt();
    Instant ended = trackers.timer().lastEnd();
    return failed != null
        && facts.run().reportedStatus() == Report.Status.RUNNING
        && !idle()
        && (ended == null || ended.isBefore(failed));
  }
}
