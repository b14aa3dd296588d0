package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.Rules;
import io.lagwatch.exporter.watch.Snapshots;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageRoutesTest {
  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.withoutToken();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a/b c?d#e&f=g;h+i%2Fj",
        "ünïcödé 日本語 🚀",
        "\"quoted' <b>\\",
        "...",
        "%25%00",
        "-long-"
      })
  void aQueryOfAnyNameHasAPage(String name) {
    var query = name.equals("-long-") ? "名".repeat(500) : name;
    server.watch.show(() -> Snapshots.of(Snapshots.query(query, query).build()));
    var encoded = URLEncoder.encode(query, StandardCharsets.UTF_8).replace("+", "%20");

    var page = server.get("/queries/" + encoded + "/" + encoded);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("100 records wait to be read");
    assertThat(server.get("/").body()).contains("href=\"queries/" + encoded + "/" + encoded + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", ""})
  void nameThatCannotBeInAPathIsAParameter(String name) {
    server.watch.show(() -> Snapshots.of(Snapshots.query("shop", name).build()));

    assertThat(server.get("/queries?app=shop&query=" + name).body())
        .contains("100 records wait to be read")
        .contains("href=\"assets/page.css\"");
  }

  @Test
  void unknownQueryIsA404Page() {
    var answer = server.get("/queries/shop/no%3Cb%3Esuch");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
    assertThat(answer.body()).contains("No query of this name is known", "no&lt;b&gt;such");
  }

  @Test
  void theRunbookHasAHeadingForEveryAlertThatThePagesLinkTo() {
    var runbook = server.get("/runbook").body();

    for (var rule : Rules.ALL) {
      var anchor = "id=\"sparkstreaming" + rule.name().toLowerCase(Locale.ROOT) + "\"";
      assertThat(runbook).contains(anchor);
    }
    assertThat(runbook)
        .contains("<table>")
        .doesNotContain("href=\"lagwatch.rules.yml\"")
        .doesNotContain("style=")
        .doesNotContain("<script>");
  }

  @Test
  void theChartsLibraryComesFromTheJar() {
    for (var file : new String[] {"uPlot.iife.min.js", "uPlot.min.css", "charts.js"}) {
      var answer = server.get("/assets/" + file);
      assertThat(answer.statusCode()).as(file).isEqualTo(200);
      assertThat(answer.headers().firstValue("ETag")).as(file).isPresent();
    }
    assertThat(server.get("/assets/uPlot.iife.min.js").body()).contains("uPlot");
  }
}
