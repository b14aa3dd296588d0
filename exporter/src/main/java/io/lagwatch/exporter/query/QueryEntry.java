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

/** One query id over all of its runs. Not thread-safe. */
final class QueryEntry {
  private static final Duration IDLE_EVENT_TIMEOUT = Duration.ofMinutes(2);

  private final String queryId;
  private QueryKey key;
  private @Nullable String replacedQueryId;
  private final Runs runs;
  private Report.App app;
  private @Nullable String name;
  private Report.@Nullable Trigger trigger;
  private @Nullable String checkpoint;
  private boolean idle;
  private @Nullable Instant batchInFlightSince;
  private @Nullable Long reportsFailed;
  private @Nullable LastBatch lastBatch;
  private @Nullable Progress lastProgress;
  private @Nullable Instant eventTimeMax;
  private @Nullable String notMeasured;
  private final TreeMap<Integer, SourceState> sources = new TreeMap<>();
  private final UncountedStateOperators uncounted;

  /** Driver's clock. */
  private @Nullable Instant lastReportedInputAt;

  QueryEntry(
      QueryKey key,
      @Nullable String replacedQueryId,
      Report report,
      Report.QueryReport query,
      DriverClock clock) {
    this.queryId = query.id();
    this.key = key;
    this.replacedQueryId = replacedQueryId;
    this.app = report.app();
    this.runs = new Runs(report, query, clock);
    this.uncounted = new UncountedStateOperators(List.of());
    applyReport(report, query, clock, query.totals().batches() > 0);
  }

  QueryEntry(SavedQuery saved) {
    queryId = saved.queryId();
    key = new QueryKey(saved.identity().app(), saved.identity().query());
    replacedQueryId = saved.identity().replacedQueryId();
    name = saved.identity().name();
    checkpoint = saved.identity().checkpoint();
    runs = new Runs(saved.runs());
    app = saved.application().restored();
    trigger = saved.trigger() == null ? null : saved.trigger().restored();
    idle = saved.activity().idle();
    batchInFlightSince = saved.activity().batchInFlightSince();
    eventTimeMax = saved.activity().maxEventTime();
    reportsFailed = saved.activity().reportsFailed();
    notMeasured = saved.activity().notMeasured();
    lastBatch = saved.lastBatch() == null ? null : saved.lastBatch().restored();
    lastProgress = lastBatch == null ? null : lastBatch.progress();
    uncounted = new UncountedStateOperators(saved.uncountedOperators());
    saved.sources().forEach(source -> sources.put(source.index(), new SourceState(source)));
  }

  private QueryEntry(QueryEntry other) {
    queryId = other.queryId;
    key = other.key;
    replacedQueryId = other.replacedQueryId;
    runs = new Runs(other.runs);
    app = other.app;
    name = other.name;
    trigger = other.trigger;
    checkpoint = other.checkpoint;
    idle = other.idle;
    batchInFlightSince = other.batchInFlightSince;
    reportsFailed = other.reportsFailed;
    lastBatch = other.lastBatch;
    lastProgress = other.lastProgress;
    eventTimeMax = other.eventTimeMax;
    notMeasured = other.notMeasured;
    other.sources.forEach((index, source) -> sources.put(index, new SourceState(source)));
    uncounted = new UncountedStateOperators(other.uncounted.operators());
    lastReportedInputAt = other.lastReportedInputAt;
  }

  /**
   * This query with a report applied; a report that is older than the last one changes nothing.
   * This entry stays as it is, so that a report that fails halfway leaves nothing behind.
   */
  QueryEntry accepted(Report report, Report.QueryReport query, DriverClock clock) {
    var next = new QueryEntry(this);
    next.accept(report, query, clock);
    return next;
  }

  private void accept(Report report, Report.QueryReport query, DriverClock clock) {
    long batchesBefore = runs.current().totals().batches();
    Runs.Change change = runs.accept(report, query, clock);
    if (change == Runs.Change.NEW_RUN) {
      lastBatch = null;
      lastProgress = null;
      eventTimeMax = null;
    }
    if (change == Runs.Change.NEW_RUN || change == Runs.Change.CURRENT_RUN) {
      long known = change == Runs.Change.NEW_RUN ? 0 : batchesBefore;
      applyReport(report, query, clock, query.totals().batches() > known);
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

  String queryId() {
    return queryId;
  }

  QueryKey key() {
    return key;
  }

  /** The labels that the query has unless another query uses them. */
  QueryKey preferredLabels() {
    return preferredLabels(app.name(), name, queryId);
  }

  static QueryKey preferredLabels(String app, @Nullable String name, String queryId) {
    return new QueryKey(app, name == null || name.isEmpty() ? queryId : name);
  }

  void assignLabels(QueryKey key, @Nullable String replacedQueryId) {
    this.key = key;
    this.replacedQueryId = replacedQueryId;
  }

  /** Empty while the query is not measured. */
  List<SourcePosition> positions() {
    if (notMeasured != null) {
      return List.of();
    }
    return sources.values().stream().map(SourceState::position).toList();
  }

  /** The lag; unknown while the trigger reports no position, even if an earlier one is known. */
  QueryLag lag(BrokerOffsets brokers, Instant now) {
    if (notMeasured != null) {
      return QueryLag.none(notMeasured);
    }
    return trigger().tellsPosition()
        ? LagCalculator.of(positions(), brokers, now)
        : QueryLag.none("continuous processing tells no position");
  }

  /** True if both queries were last reported by the same application. */
  boolean isOfApplication(QueryEntry other) {
    return app.id().equals(other.app.id());
  }

  /** What the query counts as, in partitions and without the fixed size of a query. */
  long weight() {
    long weight =
        QueryWeight.labels(app.name(), name)
            + (lastProgress == null ? 0 : QueryWeight.of(lastProgress));
    return Math.max(weight, sources.values().stream().mapToLong(SourceState::partitions).sum());
  }

  /** What the query counts as once a report is applied. */
  long weightAfter(Report report, Report.QueryReport query) {
    long weight = QueryWeight.of(report, query);
    if (query.progress() == null) {
      return weight;
    }
    long partitions = 0;
    for (Progress.Source source : query.progress().sources()) {
      SourceState known = sources.get(source.index());
      partitions += known == null ? source.partitions() : known.partitionsAfter(source);
    }
    return Math.max(weight, partitions);
  }

  boolean ended() {
    return runs.current().status() != Report.Status.RUNNING;
  }

  List<String> runIds() {
    return runs.ids();
  }

  Instant startedAt() {
    return runs.current().times().startedAt();
  }

  Instant lastReportAt() {
    return runs.current().times().lastReportAt();
  }

  /**
   * @param listeningSince when the exporter began to listen; silence before that does not count
   */
  QueryState stateAt(Instant now, Instant listeningSince) {
    switch (runs.current().status()) {
      case FAILED -> {
        return QueryState.FAILED;
      }
      case STOPPED -> {
        return QueryState.STOPPED;
      }
      case RUNNING -> {
        Instant heard = lastReportAt().isAfter(listeningSince) ? lastReportAt() : listeningSince;
        if (heard.plus(runs.current().lostAfter()).isBefore(now)) {
          return QueryState.LOST;
        }
        return isIdle(now) ? QueryState.IDLE : QueryState.RUNNING;
      }
    }
    throw new IllegalStateException("a status without a state");
  }

  QueryFacts facts(Instant now, QueryState state, QueryLag lag) {
    Run run = runs.current();
    return new QueryFacts(
        new QueryIdentity(key, queryId, name, app, checkpoint, replacedQueryId),
        new RunInfo(
            run.runId(),
            state,
            run.status(),
            run.times().startedAt(),
            run.times().endedAt(),
            run.times().lastReportAt(),
            run.times().lastEventAt(),
            runs.otherLive(now)),
        new RunHistory(
            runs.count(), runs.failures(), runs.lastFailure(), runs.totals(), reportsFailed),
        trigger(),
        new ProgressInfo(
            run.totals().batches(), lastBatch, lastProgress, batchInFlightSince, eventTimeMax),
        notMeasured == null
            ? sources.values().stream().map(SourceState::facts).toList()
            : List.of(),
        lag);
  }

  /** The query as the state file holds it. */
  SavedQuery saved() {
    return new SavedQuery(
        new SavedQuery.SavedIdentity(
            queryId, key.app(), key.query(), name, checkpoint, replacedQueryId),
        SavedQuery.SavedApplication.of(app),
        runs.saved(),
        trigger == null ? null : SavedQuery.SavedTrigger.of(trigger),
        new SavedQuery.SavedActivity(
            idle, batchInFlightSince, eventTimeMax, reportsFailed, notMeasured),
        lastBatch == null ? null : SavedBatch.of(lastBatch),
        sources.values().stream().map(SourceState::saved).toList(),
        uncounted.operators());
  }

  /**
   * Idle for as long as Spark goes on to say so, which it does every ten seconds or at every
   * trigger: an old word of it may be followed by a batch that hangs.
   */
  private boolean isIdle(Instant now) {
    if (!idle || batchInFlightSince != null) {
      return false;
    }
    Duration period = trigger().period();
    Duration silence =
        period == null ? IDLE_EVENT_TIMEOUT : IDLE_EVENT_TIMEOUT.plus(period.multipliedBy(2));
    return !runs.current().times().lastEventAt().plus(silence).isBefore(now);
  }

  TriggerInfo trigger() {
    return new TriggerInfo(trigger, null);
  }

  /**
   * @param batchesEnded true if batches have ended since the last report of the run
   */
  private void applyReport(
      Report report, Report.QueryReport query, DriverClock clock, boolean batchesEnded) {
    app = report.app();
    name = query.name();
    trigger = query.trigger() == null ? trigger : query.trigger();
    checkpoint = query.checkpoint() == null ? checkpoint : query.checkpoint();
    batchInFlightSince = clock.toExporterTimeOrNull(query.batchInFlightSince());
    reportsFailed = report.agent().reportsFailed();
    if (query.progress() != null || query.notMeasured() != null) {
      notMeasured = query.notMeasured();
    }
    idle = query.idle() || (query.progress() != null && query.progress().idle());
    Progress progress = query.progress() == null ? null : uncounted.without(query.progress());
    if (progress != null && !progress.equals(lastProgress) && !isOlder(progress)) {
      progressed(progress, query, clock);
    }
    if (progress == null && batchesEnded) {
      sources.values().forEach(SourceState::positionLost);
    }
    Instant inputAt = query.lastInputAt();
    if (inputAt != null && !inputAt.equals(lastReportedInputAt) && sources.size() == 1) {
      sources.firstEntry().getValue().inputReported(clock.toExporterTime(inputAt));
      lastReportedInputAt = inputAt;
    }
  }

  /** True if the run has already reported a later batch: reports may arrive in another order. */
  private boolean isOlder(Progress progress) {
    return lastProgress != null && progress.batchId() < lastProgress.batchId();
  }

  private void progressed(Progress progress, Report.QueryReport query, DriverClock clock) {
    Duration took = Duration.ofMillis(progress.durationMs().getOrDefault("triggerExecution", 0L));
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
