package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.RoutedOffsets;
import io.lagwatch.exporter.lag.SourcePosition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One query id over all of its runs. Not thread-safe. */
final class QueryEntry {
  private final String queryId;
  private QueryKey key;
  private @Nullable String replacedQueryId;
  private final Runs runs;
  private FinishedRuns finished = FinishedRuns.NONE;
  private Report.App app;
  private @Nullable String name;
  private Report.@Nullable Trigger trigger;
  private @Nullable String checkpoint;
  private @Nullable Long reportsFailed;
  private final QueryProgress progress;

  /** True if an earlier exporter found the query lost, until it is reported again. */
  private boolean lostBefore;

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
    this.progress = new QueryProgress();
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
    reportsFailed = saved.activity().reportsFailed();
    finished =
        new FinishedRuns(saved.activity().lastSuccessAt(), saved.activity().lastRunDuration());
    progress = new QueryProgress(saved);
    lostBefore = Boolean.TRUE.equals(saved.activity().lost());
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
    reportsFailed = other.reportsFailed;
    finished = other.finished;
    progress = new QueryProgress(other.progress);
    lostBefore = other.lostBefore;
  }

  /**
   * Returns a copy of this query with the report applied. A report that is older than the last one
   * has no effect. This entry does not change, so a failure in between leaves no partial update.
   */
  QueryEntry accepted(Report report, Report.QueryReport query, DriverClock clock) {
    QueryEntry next = copy();
    next.accept(report, query, clock);
    return next;
  }

  /** Returns an independent copy. */
  QueryEntry copy() {
    return new QueryEntry(this);
  }

  private void accept(Report report, Report.QueryReport query, DriverClock clock) {
    long batchesBefore = runs.current().totals().batches();
    Runs.Change change = runs.accept(report, query, clock);
    if (change == Runs.Change.NEW_RUN) {
      progress.newRun();
    }
    if (change == Runs.Change.NEW_RUN || change == Runs.Change.CURRENT_RUN) {
      long known = change == Runs.Change.NEW_RUN ? 0 : batchesBefore;
      applyReport(report, query, clock, query.totals().batches() > known);
    }
  }

  /** See {@link SourceState#polled}. */
  boolean polled(ClusterPoll poll, Instant pollStart, RoutedOffsets routes) {
    return progress.polled(poll, pollStart, routes);
  }

  String queryId() {
    return queryId;
  }

  QueryKey key() {
    return key;
  }

  /** Returns the labels that the query gets if no other query uses them. */
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

  /** Returns the positions of the sources; empty while the query is not measured. */
  List<SourcePosition> positions() {
    return progress.positions();
  }

  /** The lag; unknown while the trigger reports no position, even if an earlier one is known. */
  QueryLag lag(BrokerOffsets brokers, Instant now) {
    return progress.lag(trigger(), brokers, now);
  }

  /** Returns true if both queries were last reported by the same application. */
  boolean isOfApplication(QueryEntry other) {
    return app.id().equals(other.app.id());
  }

  /** Returns the size of the query in partitions, without the fixed size of a query. */
  long weight() {
    return progress.weight(QueryWeight.labels(app.name(), name))
        + QueryWeight.ofBytes(runs.extraBytes());
  }

  /** Returns the size of the query after a report is applied. */
  long weightAfter(Report report, Report.QueryReport query) {
    long reported = QueryWeight.of(report, query);
    long weight =
        query.progress() == null
            ? reported
            : Math.max(reported, progress.partitionsAfter(query.progress()));
    return weight + QueryWeight.ofBytes(runs.extraBytesAfter(report, query));
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
   * @param listeningSince when the exporter started to listen. Time before that does not count as
   *     missing reports
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
        if (lostBefore) {
          return QueryState.LOST;
        }
        Instant noReportSince =
            lastReportAt().isAfter(listeningSince) ? lastReportAt() : listeningSince;
        if (noReportSince.plus(runs.current().lostAfter()).isBefore(now)) {
          return QueryState.LOST;
        }
        Instant lastEventAt = runs.current().times().lastEventAt();
        return progress.isIdle(trigger(), lastEventAt, now) ? QueryState.IDLE : QueryState.RUNNING;
      }
    }
    throw new IllegalStateException("unexpected status");
  }

  QueryFacts facts(Instant now, QueryState state, BrokerOffsets brokers) {
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
            runs.count(),
            runs.failures(),
            runs.lastFailure(),
            runs.totals(),
            reportsFailed,
            finished),
        trigger(),
        progress.info(run.totals().batches()),
        progress.sources(brokers),
        lag(brokers, now),
        Map.of());
  }

  /** Returns the query in the format of the state file. */
  SavedQuery saved(boolean lost) {
    return new SavedQuery(
        new SavedQuery.SavedIdentity(
            queryId, key.app(), key.query(), name, checkpoint, replacedQueryId),
        SavedQuery.SavedApplication.of(app),
        runs.saved(),
        trigger == null ? null : SavedQuery.SavedTrigger.of(trigger),
        progress.savedActivity(reportsFailed, lost, finished),
        progress.savedBatch(),
        progress.savedSources(),
        progress.uncountedOperators());
  }

  TriggerInfo trigger() {
    return new TriggerInfo(trigger, null);
  }

  /**
   * @param batchesCompleted true if batches have completed since the last report of the run
   */
  private void applyReport(
      Report report, Report.QueryReport query, DriverClock clock, boolean batchesCompleted) {
    lostBefore = false;
    app = report.app();
    name = query.name();
    trigger = query.trigger() == null ? trigger : query.trigger();
    checkpoint = query.checkpoint() == null ? checkpoint : query.checkpoint();
    reportsFailed = report.agent().reportsFailed();
    finished = finished.with(runs.current(), trigger());
    progress.reported(query, clock, batchesCompleted);
    if (!trigger().reportsPosition()) {
      progress.positionLost();
    }
  }
}
