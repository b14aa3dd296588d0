package io.lagwatch.exporter.web;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The page at {@code /}: what fires, then every query, worst first. Whole without JavaScript; a
 * script of the jar's own keeps it fresh where it runs.
 */
final class StatusPage {
  private final Snapshot snapshot;
  private final List<Snapshot.Query> queries;
  private final Html html = new Html();

  private StatusPage(Snapshot snapshot) {
    this.snapshot = snapshot;
    this.queries = snapshot.queries().stream().sorted(WorstFirst.ORDER).toList();
  }

  /** The page as HTML. */
  static String of(Snapshot snapshot) {
    return new StatusPage(snapshot).page();
  }

  private String page() {
    long firing = queries.stream().flatMap(query -> Firing.of(query).stream()).count();
    html.open("html", "lang", "en").open("head");
    html.empty("meta", "charset", "utf-8");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.empty("meta", "name", "color-scheme", "content", "light dark");
    html.element("title", firing == 0 ? "Lagwatch" : "(" + firing + ") Lagwatch");
    html.empty("link", "rel", "icon", "href", "assets/icon.svg", "type", "image/svg+xml");
    html.empty("link", "rel", "stylesheet", "href", "assets/page.css");
    html.open("script", "src", "assets/page.js", "defer", "").close();
    html.close().open("body");
    html.open("header").element("h1", "Lagwatch");
    html.element("p", "", "id", "connection", "role", "status").close();
    html.open("main", "id", "live");
    summary(firing);
    snapshot.clusters().forEach(this::cluster);
    firing();
    if (queries.isEmpty()) {
      noQueries();
    } else {
      QueryTable.write(html, queries, snapshot.at());
    }
    html.close().open("footer").open("p");
    html.element("a", "metrics", "href", "metrics").text(" · ");
    html.element("a", "queries as JSON", "href", "api/v1/queries").text(" · ");
    html.element("a", "alerts as JSON", "href", "api/v1/alerts");
    return html.toString();
  }

  private void summary(long firing) {
    int n = queries.size();
    html.open("p", "class", "summary");
    html.text(n == 1 ? "1 query, " : n + " queries, ");
    html.text(firing == 1 ? "1 alert firing" : firing + " alerts firing");
    html.text(", as of ");
    html.element("time", Phrases.clock(snapshot.at()), "datetime", snapshot.at().toString());
    html.close();
  }

  private void cluster(Snapshot.Cluster cluster) {
    boolean down = Boolean.FALSE.equals(cluster.up());
    html.open("p", "class", down ? "kafka down" : "kafka");
    html.text("Kafka ").element("b", cluster.name()).text(": ");
    if (cluster.up() == null) {
      html.text("not asked yet");
    } else if (down) {
      html.text("does not answer");
      Instant last = cluster.lastPollAt();
      html.text(last == null ? ", and never has" : ", last did " + ago(last));
      html.text(cluster.lastError() == null ? "" : " (" + cluster.lastError() + ")");
    } else {
      html.text("answered " + (cluster.lastPollAt() == null ? "" : ago(cluster.lastPollAt())));
      Duration took = cluster.lastPollDuration();
      html.text(took == null ? "" : " in " + Phrases.duration(took));
    }
    html.close();
  }

  private void firing() {
    boolean any = queries.stream().anyMatch(query -> !Firing.of(query).isEmpty());
    if (!any) {
      return;
    }
    html.open("section", "aria-label", "Firing alerts").open("ul", "class", "firing");
    for (var query : queries) {
      for (AlertStatus alert : Firing.of(query)) {
        html.open("li", "class", Firing.style(alert));
        html.element("b", alert.alert()).text(" ");
        html.element("span", query.facts().key().query(), "class", "who").text(": ");
        html.element("span", alert.sentence() + ".", "class", "why").text(" ");
        var since = alert.firedAt() == null ? alert.since() : alert.firedAt();
        var lasting = "Firing for " + Phrases.duration(Duration.between(since, snapshot.at()));
        html.element("span", lasting, "class", "since");
        html.close();
      }
    }
    html.close().close();
  }

  private void noQueries() {
    html.open("section", "class", "empty");
    html.element("h2", "No query has reported yet");
    html.open("p").text("Attach the listener to a Spark application:").close();
    html.element(
        "pre",
        """
        spark-submit --jars lagwatch-listener.jar \\
          --conf spark.sql.streaming.streamingQueryListeners=io.lagwatch.listener.LagwatchListener \\
          --conf spark.lagwatch.endpoint=http://<this host>:9877 …""");
    html.close();
  }

  private String ago(Instant time) {
    return Phrases.duration(Duration.between(time, snapshot.at())) + " ago";
  }
}
