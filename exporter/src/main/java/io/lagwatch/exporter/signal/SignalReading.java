package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The signals of one query read at one moment; changes nothing of what it reads.
 *
 * @param firstSeenAt when the query was first seen
 * @param resumedAt since when it has been watched without a gap
 */
record SignalReading(
    QueryFacts facts,
    QuerySettings settings,
    Instant now,
    Instant firstSeenAt,
    Instant resumedAt,
    NextBatchTimer awaited,
    BatchDurations pace,
    QueryLagTrends trends,
    InputClock input) {
  /** After a gap in watching, what is known is old until the driver has had time to report. */
  private static final Duration NEWS_WITHIN = Duration.ofMinutes(2);

  private static final Duration REPLACED_FOR = Duration.ofHours(1);

  Signals read(
      Watermarks watermarks, LateRows lateRows, StateGrowth stateGrowth, Retention retention) {
    boolean planned = facts.status() == Report.Status.STOPPED;
    boolean live = facts.status() == Report.Status.RUNNING && facts.state() != QueryState.LOST;
    QueryLagTrends.Grown grown = planned || !facts.tellsPosition() ? null : grown();
    Duration limit = Intervals.limit(facts, settings);
    SortedMap<Integer, Duration> ages = input.ages(facts, lookedAt());
    QueryLag lag = facts.lag();
    return new Signals(
        planned || (grown == null && lag.basis() == QueryLag.Basis.NONE)
            ? null
            : grown == null ? (Double) 0.0 : (Double) grown.share(),
        grown == null ? null : grown.trend(),
        floor(),
        planned ? null : trends.catchUp(lag, settings.lag().lagWindow(), floor(), now),
        limit == null || !live || idle() ? null : pace.utilization(limit),
        inputAge(ages),
        ages,
        live ? batchAge() : null,
        stuckAfter(),
        planned ? null : Watermarks.age(facts.lastBatch()),
        planned ? null : watermarks.stall(),
        planned || facts.lastBatch() == null ? null : (Double) lateRows.ratio(facts.totals()),
        planned ? null : stateGrowth.perHour(now),
        planned ? null : retention.horizon(lag, now),
        Retention.lost(lag),
        planned ? null : beyondEnd(),
        planned ? null : unmeasured(),
        failing(),
        facts.state() == QueryState.LOST,
        facts.replacedQueryId() != null && now.isBefore(firstSeenAt.plus(REPLACED_FOR)),
        live && facts.otherLiveRun() != null);
  }

  private Duration floor() {
    return Intervals.lagFloor(facts, settings);
  }

  private Duration stuckAfter() {
    Duration allowance = awaited.allowance(cycle(), pace);
    return allowance.compareTo(settings.batch().stuckAfter()) > 0
        ? allowance
        : settings.batch().stuckAfter();
  }

  private @Nullable Duration cycle() {
    return Intervals.cycle(facts, settings);
  }

  private boolean idle() {
    return facts.state() == QueryState.IDLE;
  }

  private boolean endsByItself() {
    return facts.trigger() != null && facts.trigger().endsByItself();
  }

  /** Growth at batch ends, or since the last one when the next is long overdue. */
  private QueryLagTrends.@Nullable Grown grown() {
    QueryLag lag = facts.lag();
    Duration floor = settings.lag().lagFloor();
    if (idle() || QueryLagTrends.withinFloor(lag, trends.settled() ? floor.dividedBy(2) : floor)) {
      return null;
    }
    if (overdue()) {
      QueryLagTrends.Grown unread =
          QueryLagTrends.unread(lag, awaited.backlog(), awaited.since(), floor(), now);
      if (unread != null) {
        return unread;
      }
    }
    return endsByItself() ? null : trends.growing(settings.lag().lagWindow(), now);
  }

  private boolean overdue() {
    if (facts.state() == QueryState.LOST) {
      Instant heard = facts.lastReportAt().isAfter(resumedAt) ? facts.lastReportAt() : resumedAt;
      return !heard.plus(settings.lag().silenceTolerated()).isAfter(now);
    }
    boolean betweenRuns = endsByItself() && facts.status() != Report.Status.RUNNING;
    return !betweenRuns && awaited.overdueAt(facts, cycle(), pace).isBefore(now);
  }

  /**
   * Until when it is known that no rows came: a batch that is still within its time may be reading
   * some.
   */
  private Instant lookedAt() {
    boolean silent = facts.state() == QueryState.LOST || idle() || overdue();
    return silent || awaited.since().isAfter(now) ? now : awaited.since();
  }

  private @Nullable Duration inputAge(SortedMap<Integer, Duration> ages) {
    boolean oldNews =
        !facts.lastReportAt().isAfter(resumedAt) && now.isBefore(resumedAt.plus(NEWS_WITHIN));
    return oldNews
        ? null
        : ages.values().stream()
            .max(Comparator.naturalOrder())
            .orElse(input.ageWithoutSources(facts, firstSeenAt, lookedAt()));
  }

  /** Zero while none runs: a batch that hung and has ended is known to be over. */
  private @Nullable Duration batchAge() {
    if (!facts.tellsPosition()) {
      return null;
    }
    if (idle()) {
      return Duration.ZERO;
    }
    Instant since =
        facts.batchInFlightSince() == null
            ? awaited.begun(facts, cycle())
            : facts.batchInFlightSince();
    return since.isAfter(now) ? Duration.ZERO : Duration.between(since, now);
  }

  private int beyondEnd() {
    return (int)
        facts.lag().partitions().stream()
            .filter(p -> p.state() == PartitionLag.State.POSITION_BEYOND_END)
            .count();
  }

  private @Nullable Integer unmeasured() {
    long kafkaSources = facts.sources().stream().filter(QueryFacts.SourceFacts::kafka).count();
    if (kafkaSources == 0 || !facts.tellsPosition()) {
      return null;
    }
    if (facts.lag().basis() == QueryLag.Basis.NONE && facts.lag().partitions().isEmpty()) {
      return (int) kafkaSources;
    }
    return Math.max(0, facts.lag().unknown() - beyondEnd());
  }

  private boolean failing() {
    if (facts.status() == Report.Status.FAILED) {
      return true;
    }
    Instant failed = facts.lastFailureAt();
    Instant ended = awaited.lastEnd();
    return failed != null
        && facts.status() == Report.Status.RUNNING
        && !idle()
        && (ended == null || ended.isBefore(failed));
  }
}
