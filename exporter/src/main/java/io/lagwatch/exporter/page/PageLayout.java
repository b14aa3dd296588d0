package io.lagwatch.exporter.page;

import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** What every page has around its content. */
final class PageLayout {
  /** Keeps a page fresh. */
  static final String LIVE = "page.js";

  private final Html html;
  private final Links links;

  PageLayout(Html html, Links links) {
    this.html = html;
    this.links = links;
  }

  /**
   * A whole page.
   *
   * @param files scripts and styles beyond those of all pages, by name; a later style has the last
   *     word
   * @param content writes what is replaced while the page is live
   */
  String page(String title, List<String> files, Snapshot snapshot, Consumer<Html> content) {
    html.open("html", "lang", "en").open("head");
    html.empty("meta", "charset", "utf-8");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.empty("meta", "name", "color-scheme", "content", "light dark");
    html.element("title", title);
    html.empty("link", "rel", "icon", "href", asset("icon.svg"), "type", "image/svg+xml");
    style("page.css");
    style("parts.css");
    for (String file : files) {
      if (file.endsWith(".css")) {
        style(file);
      } else {
        html.element("script", "", "src", asset(file), "defer", "");
      }
    }
    html.close().open("body");
    html.open("header", "class", "top");
    html.element("a", "Lagwatch", "class", "brand", "href", links.overview());
    html.element("p", "", "id", "connection", "role", "status").close();
    html.element("p", "", "id", "announce", "class", "unseen", "aria-live", "polite");
    html.open("main", "id", "live");
    content.accept(html);
    html.close();
    footer(snapshot);
    return html.toString();
  }

  /** Whether Kafka answers, where that is worth more than a word below the page. */
  void silentClusters(Snapshot snapshot) {
    for (var cluster : snapshot.clusters()) {
      if (Boolean.FALSE.equals(cluster.up())) {
        html.open("p", "class", "notice bad");
        html.element("b", "Kafka " + cluster.name() + " does not answer");
        Instant last = cluster.lastPollAt();
        html.text(last == null ? ", and never has" : "; it last did " + ago(last, snapshot));
        html.text(cluster.lastError() == null ? ". " : " (" + cluster.lastError() + "). ");
        html.text("Lag that is measured against it turns unknown, which is not 0.");
        html.close();
      }
    }
  }

  private void footer(Snapshot snapshot) {
    html.open("footer").open("p", "id", "clusters");
    if (snapshot.clusters().isEmpty()) {
      html.text("No Kafka cluster is configured: lag is Spark's own.");
    }
    for (var cluster : snapshot.clusters()) {
      html.open("span").text("Kafka ").element("b", cluster.name()).text(" ");
      Duration took = cluster.lastPollDuration();
      if (cluster.up() == null) {
        html.text("has not been asked yet");
      } else if (!cluster.up()) {
        html.text("does not answer");
      } else {
        html.text("answered");
        html.text(cluster.lastPollAt() == null ? "" : " " + ago(cluster.lastPollAt(), snapshot));
        html.text(took == null ? "" : " in " + Times.duration(took));
      }
      html.close().text(" ");
    }
    html.close().open("p");
    html.element("a", "Runbook", "href", links.file("runbook")).text(" ");
    html.element("a", "Metrics", "href", links.file("metrics")).text(" ");
    html.element("a", "Queries as JSON", "href", links.file("api/v1/queries")).text(" ");
    html.element("a", "Alerts as JSON", "href", links.file("api/v1/alerts"));
    html.close().close();
  }

  private void style(String file) {
    html.empty("link", "rel", "stylesheet", "href", asset(file));
  }

  private String asset(String name) {
    return links.file("assets/" + name);
  }

  private static String ago(Instant time, Snapshot snapshot) {
    return Times.duration(Duration.between(time, snapshot.at())) + " ago";
  }
}
