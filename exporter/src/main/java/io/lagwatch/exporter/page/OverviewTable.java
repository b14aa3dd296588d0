package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.history.HistoryMetric;
import io.lagwatch.exporter.history.Points;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.query.SourceFacts;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The queries, a row each. */
final class OverviewTable {
  private final Html html;
  private final Links links;
  private final History history;
  private final Instant now;

  OverviewTable(Html html, Links links, History history, Instant now) {
    this.html = html;
    this.links = links;
    this.history = history;
    this.now = now;
  }

  void write(List<QueryView> queries, View view) {
    html.open("table", "class", "queries").element("caption", "Queries", "class", "unseen");
    html.open("thead").open("tr");
    heading(Column.QUERY, view);
    heading(null, view);
    heading(Column.LAG, view);
    heading(Column.BEHIND, view);
    html.element("th", "Lag, last hour", "scope", "col", "class", "wide");
    for (Column column :
        List.of(
            Column.INPUT, Column.PROCESSED, Column.BATCH, Column.WATERMARK, Column.STATE_ROWS)) {
      heading(column, view);
    }
    html.close().close().open("tbody");
    queries.forEach(this::row);
    html.close().close();
  }

  private void heading(@Nullable Column column, View view) {
    boolean sorted = view.sort() == column;
    boolean descending = (column == null || column.descending()) != view.reversed();
    var number = column == null || !column.descending() ? "" : "number";
    if (sorted) {
      var direction = descending ? "descending" : "ascending";
      html.open("th", "scope", "col", "class", number, "aria-sort", direction);
    } else {
      html.open("th", "scope", "col", "class", number);
    }
    var label = column == null ? "State, worst first" : column.label();
    html.element("a", label, "href", view.sortedBy(column), "data-view", "").close();
  }

  private void row(QueryView query) {
    var facts = query.facts();
    var firing = Firing.of(query);
    var style = firing.isEmpty() ? "" : Firing.style(firing.get(0));
    html.open(
        "tr",
        "data-key",
        facts.identity().key().app() + '\n' + facts.identity().key().query(),
        "class",
        style);
    html.open("th", "scope", "row");
    html.element(
        "a",
        facts.identity().key().query(),
        "class",
        "name",
        "href",
        links.query(facts.identity().key()));
    note(facts.identity().key().app());
    html.close();
    state(query, firing);
    lag(facts);
    trend(query, history.of(facts.identity().queryId()).points());
    rate(facts, Column.INPUT, facts.inputRate());
    rate(facts, Column.PROCESSED, facts.processedRate());
    batch(query);
    number(
        Column.WATERMARK,
        facts.progress().watermark() == null ? null : since(facts.progress().watermark()));
    Long rows = facts.progress().stateRows();
    boolean stateless = facts.progress().stateOperators().isEmpty();
    number(Column.STATE_ROWS, rows != null ? Numbers.count(rows) : stateless ? null : "unknown");
    html.close();
  }

  private void state(QueryView query, List<AlertStatus> firing) {
    var facts = query.facts();
    html.open("td", "class", "state " + facts.run().state().label(), "data-label", "State");
    html.open("span", "class", "word");
    StateIcon.of(html, facts.run().state());
    html.text(facts.run().state().label()).close();
    for (var alert : firing) {
      html.text(" ").open("span", "class", "badge " + Firing.style(alert));
      StateIcon.of(html, alert);
      html.text(alert.alert()).close();
    }
    for (var alert : query.alerts()) {
      if (alert.state() == AlertStatus.State.PENDING) {
        html.text(" ").element("span", alert.alert() + " pending", "class", "badge pending");
      }
    }
    var error = facts.history().lastError();
    if (facts.run().state() == QueryState.LOST) {
      note("last heard of " + since(facts.run().lastReportAt()) + " ago");
    } else if (facts.progress().batchInFlightSince() != null
        && facts.run().state() == QueryState.STUCK) {
      note("one batch has been running for " + since(facts.progress().batchInFlightSince()));
    } else if (error != null && facts.run().state() == QueryState.FAILED) {
      note(Objects.requireNonNullElse(error.message(), String.valueOf(error.type())));
    }
    html.close();
  }

  private void lag(QueryFacts facts) {
    var lag = facts.lag();
    var records = lag.records();
    if (records == null) {
      html.open("td", "class", "unknown", "colspan", "2", "data-label", "Lag");
      html.element("b", "unknown");
      note(String.valueOf(LagSentence.reason(lag)));
      html.close();
      return;
    }
    html.open("td", "class", "number", "data-label", Column.LAG.label());
    html.text(Sentences.atLeastSign(Numbers.count(records), lag.unknown() > 0));
    if (lag.unknown() > 0) {
      var without = "without " + lag.unknown() + " of " + lag.partitions().size() + " partitions";
      html.element("span", without, "class", "note unknown");
    }
    if (lag.basis() == QueryLag.Basis.SPARK) {
      note("by Spark, at the last batch");
    }
    int sources = facts.sources().size();
    long kafka = facts.sources().stream().filter(SourceFacts::kafka).count();
    if (kafka < sources) {
      note("of " + kafka + " of its " + sources + " sources");
    }
    html.close();
    TimeLag time = lag.time();
    number(
        Column.BEHIND,
        time == null
            ? null
            : Sentences.atLeastSign(Times.duration(time.behind()), time.lowerBound()));
  }

  private void trend(QueryView query, Points points) {
    html.open("td", "class", "wide", "data-label", "Lag, last hour");
    var words =
        Sparkline.words(points, HistoryMetric.LAG_RECORDS, "Lag", n -> Numbers.count((long) n));
    var span = Sparkline.span(history.since(), now);
    Sparkline.draw(html, points, HistoryMetric.LAG_RECORDS, span, now, words, Scale.ofLag(query));
    html.close();
  }

  private void rate(QueryFacts facts, Column column, @Nullable Double perSecond) {
    boolean silent =
        facts.run().state() == QueryState.LOST || facts.run().state() == QueryState.STUCK;
    number(
        column,
        perSecond != null && Double.isFinite(perSecond)
            ? Numbers.rate(perSecond)
            : silent ? "unknown" : null);
  }

  private void batch(QueryView query) {
    var batch = query.facts().progress().lastBatch();
    if (batch == null) {
      number(Column.BATCH, null);
      return;
    }
    html.open("td", "class", "number", "data-label", Column.BATCH.label());
    html.open("span").text(Times.duration(batch.duration()));
    var trigger = query.facts().trigger().interval();
    if (trigger != null) {
      html.element("span", " of " + Times.duration(trigger), "class", "of");
    }
    html.close();
    if (trigger != null) {
      double share = batch.duration().toMillis() / (double) trigger.toMillis();
      Bar.draw(html, share, query.settings().batch().batchNearTriggerRatio());
    }
    if (batch.progress().replayed()) {
      note("begun by an earlier run");
    }
    html.close();
  }

  private void number(Column column, @Nullable String text) {
    html.open("td", "class", "number", "data-label", column.label());
    if (text == null) {
      html.element("span", "–", "class", "none");
    } else {
      html.text(text);
    }
    html.close();
  }

  private void note(String text) {
    html.element("span", text, "class", "note");
  }

  private String since(Instant time) {
    return Times.duration(Duration.between(time, now));
  }
}
