package io.lagwatch.exporter.page;

import io.lagwatch.exporter.advice.Advisor;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The page of one query: how it is in a sentence, what fires and what to do, then how it came to
 * that. Whole without JavaScript but for the charts, whose lines are there in small and in words.
 */
final class QueryPage {
  private static final List<String> FILES =
      List.of("uPlot.min.css", "query.css", "uPlot.iife.min.js", "charts.js", PageLayout.LIVE);

  private final Snapshot snapshot;
  private final QueryView query;
  private final QueryFacts facts;
  private final QueryHistory history;
  private final Links links;
  private final Html html = new Html();
  private final PageLayout shell;

  QueryPage(Snapshot snapshot, QueryView query, QueryHistory history, Links links) {
    this.snapshot = snapshot;
    this.query = query;
    this.facts = query.facts();
    this.history = history;
    this.links = links;
    this.shell = new PageLayout(html, links);
  }

  /**
   * The page as HTML.
   *
   * @param json the history for the charts
   * @param allPartitions whether all of them are listed, however many
   */
  String page(String json, boolean allPartitions) {
    var title = facts.identity().key().query() + " · Lagwatch";
    var firing = Firing.of(query).size();
    return shell.page(
        firing == 0 ? title : "(" + firing + ") " + title,
        FILES,
        snapshot,
        page -> {
          head();
          shell.silentClusters(snapshot);
          alerts();
          advice();
          html.element("div", "", "id", "history", "hidden", "", "data-json", json);
          new Charts(html, query, history, snapshot.at()).write();
          asJson();
          new BatchTable(html, history).write();
          new PartitionTable(html, facts).write(allPartitions);
          new QueryTables(html, query, snapshot.at()).write();
          watched();
        });
  }

  private void head() {
    html.open("nav", "class", "where", "aria-label", "Where");
    html.element("a", "All queries", "href", links.overview()).text(" / ");
    var all = links.overview() + "?app=" + Links.encoded(facts.identity().key().app());
    html.element("a", facts.identity().key().app(), "href", all).close();
    html.element("h1", facts.identity().key().query());
    html.open("p", "class", "lead", "data-said", said());
    html.open("span", "class", "state " + facts.run().state().label());
    html.open("span", "class", "word");
    StateIcon.of(html, facts.run().state());
    html.text(facts.run().state().label()).close().close();
    html.text(" " + LagSentence.of(facts, snapshot) + silence()).close();
    html.open("p", "class", "summary").text(identity() + " As of ");
    html.element("time", Times.utc(snapshot.at()), "datetime", snapshot.at().toString());
    html.text(".").close();
    new KeyNumbers(html, query, snapshot.at()).write();
  }

  /** What changes seldom and matters. */
  private String said() {
    var firing =
        Firing.of(query).stream().map(AlertStatus::alert).collect(Collectors.joining(", "));
    return facts.run().state().label()
        + (firing.isEmpty() ? ", no alert fires" : ", firing: " + firing);
  }

  private String silence() {
    return switch (facts.run().state()) {
      case LOST ->
          " Its driver has said nothing for "
              + since(facts.run().lastReportAt())
              + ": what it does is unknown, its lag is still measured.";
      case STUCK ->
          facts.progress().batchInFlightSince() == null
              ? ""
              : " One batch has been running for "
                  + since(facts.progress().batchInFlightSince())
                  + ".";
      case FAILED -> " It has ended with an exception, see below.";
      case STOPPED -> " It has been stopped, or has done what it was started for.";
      case RUNNING, IDLE -> "";
    };
  }

  private String identity() {
    var app = facts.identity().app();
    return "Spark "
        + (app.sparkVersion() == null ? "of unknown version" : app.sparkVersion())
        + (app.host() == null ? "" : " on " + app.host())
        + ", "
        + trigger()
        + ", run since "
        + since(facts.run().startedAt())
        + ", last report "
        + since(facts.run().lastReportAt())
        + " ago.";
  }

  private String trigger() {
    var trigger = facts.trigger().reported();
    if (trigger == null) {
      return "trigger unknown";
    }
    var interval = trigger.interval();
    return switch (trigger.type()) {
      case PROCESSING_TIME ->
          interval == null || interval.isZero()
              ? "a batch as soon as the last has ended"
              : "a batch every " + Times.duration(interval);
      case AVAILABLE_NOW, ONCE -> "trigger " + trigger.type().wireName();
      case CONTINUOUS -> "continuous processing, which reports no progress";
      case REAL_TIME -> "real-time mode";
    };
  }

  private void alerts() {
    var told = new ArrayList<>(Firing.of(query));
    query.alerts().stream()
        .filter(alert -> alert.state() == AlertStatus.State.PENDING)
        .forEach(told::add);
    html.open("section", "aria-label", "Alerts");
    if (told.isEmpty()) {
      html.element("p", "No alert fires and none is pending.", "class", "summary");
    } else {
      html.open("ul", "class", "alerts");
      told.forEach(this::alert);
      html.close();
    }
    html.close();
  }

  private void alert(AlertStatus alert) {
    boolean pending = alert.state() == AlertStatus.State.PENDING;
    html.open("li", "class", pending ? "pending" : Firing.style(alert), "data-key", alert.alert());
    StateIcon.of(html, alert);
    html.open("p").element("b", alert.alert()).text(" ");
    html.element("span", alert.severity() + (pending ? ", pending" : ""), "class", "severity");
    html.close();
    html.element("p", Sentences.sentence(alert.sentence()), "class", "why");
    html.open("p", "class", "since").text("for " + since(alert.since()) + " ");
    html.element("a", "What to do", "href", links.runbook(alert.alert())).close().close();
  }

  private void advice() {
    var all = Advisor.of(query, history);
    if (all.isEmpty()) {
      return;
    }
    html.open("section", "class", "advice", "aria-labelledby", "advice");
    html.element("h2", "What the numbers suggest", "id", "advice").open("dl");
    for (var advice : all) {
      html.element("dt", advice.topic()).element("dd", advice.text());
    }
    html.close().close();
  }

  private void asJson() {
    if (!Links.isPath(facts.identity().key())) {
      return;
    }
    html.open("p", "class", "summary");
    html.element("a", "The last hour as JSON", "href", links.history(facts.identity().key()))
        .close();
  }

  private void watched() {
    html.open("details", "class", "watched", "data-key", "watched");
    html.element("summary", "What is watched: " + query.alerts().size() + " alerts");
    html.open("table").element("caption", "Alerts", "class", "unseen");
    Tables.head(html, List.of("Alert", "Severity", "State", "Since", "It fired last"), 0);
    for (var alert : query.alerts()) {
      html.open("tr").open("th", "scope", "row");
      html.element("a", alert.alert(), "href", links.runbook(alert.alert())).close();
      html.element("td", alert.severity());
      html.element("td", alert.state().name().toLowerCase(Locale.ROOT));
      html.element("td", since(alert.since()) + " ago");
      html.element("td", alert.firedAt() == null ? "never" : since(alert.firedAt()) + " ago");
      html.close();
    }
    html.close().close().close();
  }

  private String since(Instant time) {
    return Times.duration(Duration.between(time, snapshot.at()));
  }
}
