package io.lagwatch.exporter.web;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.Sums;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The queries, a row each. */
final class QueryTable {
  private static final String NONE = "–";
  private static final List<String> COLUMNS =
      List.of(
          "Query",
          "State",
          "Lag",
          "Input",
          "Processed",
          "Last batch",
          "Watermark age",
          "State rows",
          "Last report");

  private final Html html;
  private final Instant now;

  private QueryTable(Html html, Instant now) {
    this.html = html;
    this.now = now;
  }

  static void write(Html html, List<Snapshot.Query> queries, Instant now) {
    html.open("div", "class", "scroll").open("table").open("thead").open("tr");
    COLUMNS.forEach(column -> html.element("th", column, "scope", "col"));
    html.close().close().open("tbody");
    var table = new QueryTable(html, now);
    queries.forEach(table::row);
    html.close().close().close();
  }

  private void row(Snapshot.Query query) {
    var facts = query.facts();
    html.open("tr");
    html.open("th", "scope", "row").element("span", facts.key().query(), "class", "name");
    note(facts.key().app());
    html.close();
    state(query);
    lag(facts.lag());
    rate(facts.presentRate(Progress::inputRowsPerSecond));
    rate(facts.presentRate(Progress::processedRowsPerSecond));
    batch(query);
    watermark(facts);
    stateRows(facts);
    html.open("td", "class", "number").text(since(facts.lastReportAt()) + " ago").close();
    html.close();
  }

  private void state(Snapshot.Query query) {
    var state = query.facts().state().label();
    html.open("td", "class", "wide").element("span", state, "class", "state " + state);
    for (var alert : Firing.of(query)) {
      html.text(" ");
      html.element(
          "span",
          alert.alert(),
          "class",
          "badge " + Firing.style(alert),
          "title",
          alert.sentence());
    }
    var error = query.facts().lastError();
    if (error != null && query.facts().state() == QueryState.FAILED) {
      note(Objects.requireNonNullElse(error.message(), String.valueOf(error.type())));
    }
    html.close();
  }

  private void lag(QueryLag lag) {
    html.open("td", "class", "number wide");
    var records = lag.records();
    if (records == null) {
      html.element("span", "unknown", "class", "unknown");
      note(Objects.requireNonNullElse(lag.reason(), "no end of a partition is known"));
      html.close();
      return;
    }
    html.text(Phrases.count(records));
    var time = lag.time();
    if (time != null) {
      note((time.lowerBound() ? "at least " : "") + Phrases.duration(time.behind()) + " behind");
    } else if (records > 0) {
      note("time unknown");
    }
    if (lag.basis() == QueryLag.Basis.SPARK) {
      note("by Spark, at the last batch");
    }
    if (lag.unknown() > 0) {
      html.element(
          "span",
          "without " + lag.unknown() + " of " + lag.partitions().size() + " partitions",
          "class",
          "note unknown");
    }
    html.close();
  }

  private void rate(@Nullable Double perSecond) {
    String shown =
        perSecond != null && Double.isFinite(perSecond) ? Phrases.rate(perSecond) + " /s" : NONE;
    html.open("td", "class", "number").text(shown);
    html.close();
  }

  private void batch(Snapshot.Query query) {
    var facts = query.facts();
    var batch = facts.lastBatch();
    html.open("td", "class", "number");
    if (batch == null) {
      html.text(NONE);
    } else {
      html.text(Phrases.duration(batch.duration()));
      var trigger = facts.triggerInterval();
      if (trigger != null) {
        double share = batch.duration().toMillis() / (double) trigger.toMillis();
        html.text(" of " + Phrases.duration(trigger));
        html.open(
            "meter",
            "max",
            "1",
            "high",
            Double.toString(Math.min(1, query.settings().batchNearTriggerRatio())),
            "value",
            Double.toString(Math.min(1, share)),
            "title",
            "the last batch took " + Phrases.percent(share) + " of the trigger interval");
        html.text(Phrases.percent(share)).close();
      }
    }
    if (facts.batchInFlightSince() != null) {
      note("next running for " + since(facts.batchInFlightSince()));
    }
    html.close();
  }

  private void watermark(QueryFacts facts) {
    var watermark = facts.watermark();
    html.open("td", "class", "number");
    html.text(watermark == null ? NONE : Phrases.duration(Duration.between(watermark, now)));
    html.close();
  }

  private void stateRows(QueryFacts facts) {
    var known =
        facts.stateOperators().stream()
            .map(Progress.StateOperator::rows)
            .filter(Objects::nonNull)
            .toList();
    html.open("td", "class", "number");
    html.text(
        known.isEmpty()
            ? NONE
            : Phrases.count(known.stream().mapToLong(Long::longValue).reduce(0, Sums::plus)));
    html.close();
  }

  private void note(String text) {
    html.element("span", text, "class", "note");
  }

  private String since(Instant time) {
    return Phrases.duration(Duration.between(time, now));
  }
}
