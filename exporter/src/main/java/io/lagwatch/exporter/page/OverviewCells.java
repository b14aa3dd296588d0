package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.history.HistoryMetric;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.BatchView.LastBatchView;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The cells of a query's row. A text is null if there is nothing to show. */
record OverviewCells(
    StateCell state,
    LagCell lag,
    Sparkline trend,
    @Nullable String input,
    @Nullable String processed,
    @Nullable BatchCell batch,
    @Nullable String watermark,
    @Nullable String stateRows) {

  /** The state, the alerts, and remarks on the state. */
  record StateCell(StateIcon icon, List<OverviewRow.Badge> badges, @Nullable String note) {}

  /**
   * The duration of the last batch.
   *
   * @param interval the trigger interval; null if there is none
   * @param bar the share of the trigger interval; null if there is none
   */
  record BatchCell(
      String duration, @Nullable String interval, @Nullable Bar bar, boolean isReplayed) {}

  static OverviewCells of(
      QueryView view, List<AlertStatus> firing, Snapshot snapshot, History history) {
    var rows = view.state().rows();
    var age = view.watermark().age();
    return new OverviewCells(
        state(view, firing, snapshot),
        LagCell.of(view),
        trend(view, snapshot, history),
        rate(view, view.rates().inputRowsPerSecond()),
        rate(view, view.rates().processedRowsPerSecond()),
        batch(view),
        age == null ? null : Times.duration(age),
        rows != null ? Numbers.count(rows) : view.state().isStateful() ? "unknown" : null);
  }

  private static StateCell state(QueryView query, List<AlertStatus> firing, Snapshot snapshot) {
    var badges = new ArrayList<OverviewRow.Badge>();
    for (var alert : firing) {
      var icon = StateIcon.of(alert);
      badges.add(new OverviewRow.Badge(icon.style(), alert.alert(), icon));
    }
    for (var alert : query.alertStates().pending()) {
      badges.add(new OverviewRow.Badge("pending", alert.alert() + " pending", null));
    }
    return new StateCell(StateIcon.of(query.run().state()), badges, note(query, snapshot));
  }

  private static @Nullable String note(QueryView query, Snapshot snapshot) {
    var run = query.run();
    var running = query.batch().runningFor();
    var failure = run.lastFailure();
    return switch (run.state()) {
      case LOST -> "last report " + Times.duration(snapshot.age(run.lastReportAt())) + " ago";
      case STUCK ->
          running == null ? null : "one batch has been running for " + Times.duration(running);
      case FAILED ->
          failure == null
              ? null
              : Objects.requireNonNullElse(
                  failure.message(),
                  Objects.requireNonNullElse(failure.exceptionClass(), "an exception"));
      case RUNNING, IDLE, STOPPED -> null;
    };
  }

  private static Sparkline trend(QueryView query, Snapshot snapshot, History history) {
    var points = history.of(query.identity().queryId()).points();
    var words =
        Sparkline.words(points, HistoryMetric.LAG_RECORDS, "Lag", n -> Numbers.count((long) n));
    var span = Sparkline.span(history.since(), snapshot.at());
    return Sparkline.of(
        points, HistoryMetric.LAG_RECORDS, span, snapshot.at(), words, LagScale.minTop(query));
  }

  private static @Nullable String rate(QueryView query, @Nullable Double perSecond) {
    var state = query.run().state();
    boolean silent = state == QueryState.LOST || state == QueryState.STUCK;
    return perSecond != null && Double.isFinite(perSecond)
        ? Numbers.rate(perSecond)
        : silent ? "unknown" : null;
  }

  private static @Nullable BatchCell batch(QueryView query) {
    LastBatchView batch = query.batch().last();
    if (batch == null) {
      return null;
    }
    var interval = query.trigger().interval();
    Double share = batch.shareOfTrigger();
    return new BatchCell(
        Times.duration(batch.duration()),
        interval == null ? null : Times.duration(interval),
        share == null ? null : Bar.of(share, query.trigger().nearRatio()),
        batch.isReplayed());
  }
}
