package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;

/**
 * The page at {@code /}: whether anything is wrong, what fires, then every query, worst first.
 * Whole without JavaScript; a script of the jar's own keeps it fresh where it runs.
 */
final class Overview {
  /** So that what fires does not push the queries out of sight: they are sorted by it as well. */
  private static final int MOST_FIRING = 12;

  /** More rows than anybody reads, and as many as a browser lays out at once. */
  private static final int MOST_ROWS = 500;

  private final Snapshot snapshot;
  private final View view;
  private final Links links = new Links("");
  private final Html html = new Html();
  private final PageLayout shell = new PageLayout(html, links);

  private Overview(Snapshot snapshot, View view) {
    this.snapshot = snapshot;
    this.view = view;
  }

  /** The page as HTML. */
  static String of(Snapshot snapshot, History history, View view) {
    return new Overview(snapshot, view).page(history);
  }

  private String page(History history) {
    var health = Health.of(snapshot.queries());
    var title = health.firing() == 0 ? "Lagwatch" : "(" + health.firing() + ") Lagwatch";
    return shell.page(
        title, List.of("overview.css", PageLayout.LIVE), snapshot, page -> live(history, health));
  }

  private void live(History history, Health health) {
    html.element("h1", health.headline(), "data-said", health.headline());
    html.open("p", "class", "summary").text(health.details());
    html.text(health.details().isEmpty() ? "As of " : " As of ");
    html.element("time", Times.utc(snapshot.at()), "datetime", snapshot.at().toString());
    html.text(".").close();
    shell.silentClusters(snapshot);
    if (snapshot.queries().isEmpty()) {
      noQueries();
      return;
    }
    firing();
    var shown = view.of(snapshot.queries());
    filter(shown.size());
    var rows = shown.subList(0, Math.min(MOST_ROWS, shown.size()));
    new OverviewTable(html, links, history, snapshot.at()).write(rows, view);
    if (rows.size() < shown.size()) {
      html.element(
          "p",
          "The first " + rows.size() + " are shown; filter to see others.",
          "class",
          "summary");
    }
  }

  private void firing() {
    var all = FiredAlert.of(snapshot.queries());
    if (all.isEmpty()) {
      return;
    }
    html.open("section", "aria-label", "Firing alerts").open("ul", "class", "alerts");
    all.stream().limit(MOST_FIRING).forEach(this::fired);
    html.close();
    if (all.size() > MOST_FIRING) {
      var rest = all.size() - MOST_FIRING + " more fire; their queries stand first below.";
      html.element("p", rest, "class", "summary");
    }
    html.close();
  }

  private void fired(FiredAlert fired) {
    var alert = fired.alert();
    html.open("li", "class", Firing.style(alert), "data-key", fired.key());
    StateIcon.of(html, alert);
    html.open("p").element("b", alert.alert()).text(" ");
    html.element("span", alert.severity(), "class", "severity").text(" ");
    var key = fired.query().facts().identity().key();
    if (fired.count() == 1) {
      html.element("a", key.query(), "href", links.query(key));
    } else {
      var all = new View("", key.app(), null, false).sortedBy(Column.QUERY);
      var queries = fired.count() + " queries of " + key.app();
      html.element("a", queries, "href", all, "data-view", "app");
    }
    html.close();
    var sentence = Sentences.sentence(alert.sentence());
    var first = fired.count() == 1 ? "" : key.query() + ": ";
    html.element("p", first + sentence, "class", "why");
    html.open("p", "class", "since");
    var since = alert.firedAt() == null ? alert.since() : alert.firedAt();
    html.text("for " + Times.duration(Duration.between(since, snapshot.at())) + " ");
    html.element("a", "What to do", "href", links.runbook(alert.alert()));
    html.close().close();
  }

  private void filter(int shown) {
    var apps = new TreeSet<String>();
    snapshot.queries().forEach(query -> apps.add(query.facts().identity().key().app()));
    html.open("form", "role", "search", "id", "filter", "class", "filter", "action", "./");
    html.open("label").text("Filter ");
    html.empty(
        "input",
        "type",
        "search",
        "name",
        "q",
        "value",
        view.text(),
        "placeholder",
        "application or query",
        "autocomplete",
        "off",
        "spellcheck",
        "false");
    html.close().open("label").text("Application ").open("select", "name", "app");
    html.element("option", "all", "value", "");
    for (String app : apps) {
      if (app.equals(view.app())) {
        html.element("option", app, "value", app, "selected", "");
      } else {
        html.element("option", app, "value", app);
      }
    }
    html.close().close();
    if (view.sort() != null) {
      html.empty("input", "type", "hidden", "name", "sort", "value", view.sort().parameter());
    }
    if (view.reversed()) {
      html.empty("input", "type", "hidden", "name", "order", "value", "reversed");
    }
    html.open("noscript").element("button", "Show").close();
    int all = snapshot.queries().size();
    var count = view.filters() ? shown + " of " + all + " queries" : "";
    html.element("output", count, "class", "count");
    if (view.filters()) {
      html.element("a", "Show all", "href", "./", "data-view", "all");
    }
    html.close();
  }

  private void noQueries() {
    html.open("section", "class", "empty");
    html.open("p").text("Attach the listener to a Spark application, and its queries are here ");
    html.text("seconds after they have started:").close();
    html.element(
        "pre",
        """
        spark-submit --jars lagwatch-listener.jar \\
          --conf spark.sql.streaming.streamingQueryListeners=io.lagwatch.listener.LagwatchListener \\
          --conf spark.lagwatch.endpoint=http://<this host>:9877 …\
        """);
    html.close();
  }
}
