package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.SourcePosition;
import io.lagwatch.exporter.lag.Subscription;
import io.lagwatch.exporter.lag.TopicInterest;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One query id over all of its runs. Not thread-safe. */
final class QueryEntry {
  private final String queryId;
  private QueryKey key;
  private @Nullable String replacedQueryId;
  private final Runs runs;
  private Report.App app;
  private @Nullable String name;
  private Report.@Nullable Trigger trigger;
  private @Nullable String checkpoint;
  private @Nullable Long reportsFailed;
  private final QueryProgress progress;

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
    progress = new QueryProgress(saved);
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
    progress = new QueryProgress(other.progress);
  }

  /**
   * This query with a report applied; a report that is older than the last one changes nothing.
   * This entry stays as it is, so that a report that fails halfway leaves nothing behind.
   */
  QueryEntry accepted(Report report, Report.QueryReport query, DriverClock clock) {
    QueryEntry next = copy();
    next.accept(report, query, clock);
    return next;
  }

  /** This query as an object of its own: changes of one do not affect the other. */
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
  boolean polled(ClusterPoll poll, Instant began) {
    return progress.polled(poll, began);
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
    return progress.positions();
  }

  /** What the query reads. */
  TopicInterest interest() {
    Set<String> topics = new LinkedHashSet<>();
    Set<String> patterns = new LinkedHashSet<>();
    for (SourcePosition source : positions()) {
      if (!source.kafka()) {
        continue;
      }
      if (source.position() != null) {
        source.position().keySet().forEach(p -> topics.add(p.topic()));
      }
      Subscription subscription = Subscription.of(source.description());
      topics.addAll(subscription.topics(BrokerOffsets.NONE));
      if (subscription instanceof Subscription.Matching matching) {
        patterns.add(matching.pattern());
      }
    }
    return new TopicInterest(topics, patterns);
  }

  /** The lag; unknown while the trigger reports no position, even if an earlier one is known. */
  QueryLag lag(BrokerOffsets brokers, Instant now) {
    return progress.lag(trigger(), brokers, now);
  }

  /** True if both queries were last reported by the same application. */
  boolean isOfApplication(QueryEntry other) {
    return app.id().equals(other.app.id());
  }

  /** What the query counts as, in partitions and without the fixed size of a query. */
  long weight() {
    return progress.weight(QueryWeight.labels(app.name(), name));
  }

  /** What the query counts as once a report is applied. */
  long weightAfter(Report report, Report.QueryReport query) {
    long weight = QueryWeight.of(report, query);
    return query.progress() == null
        ? weight
        : Math.max(weight, progress.partitionsAfter(query.progress()));
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
        Instant silentSince =
            lastReportAt().isAfter(listeningSince) ? lastReportAt() : listeningSince;
        if (silentSince.plus(runs.current().lostAfter()).isBefore(now)) {
          return QueryState.LOST;
        }
        Instant lastEventAt = runs.current().times().lastEventAt();
        return progress.isIdle(trigger(), lastEventAt, now) ? QueryState.IDLE : QueryState.RUNNING;
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
        progress.info(run.totals().batches()),
        progress.sources(),
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
        progress.savedActivity(reportsFailed),
        progress.savedBatch(),
        progress.savedSources(),
        progress.uncountedOperators());
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
    reportsFailed = report.agent().reportsFailed();
    progress.reported(query, clock, batchesEnded);
    if (!trigger().tellsPosition()) {
      progress.positionLost();
    }
  }
}
