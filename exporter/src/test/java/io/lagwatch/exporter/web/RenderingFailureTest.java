package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshots;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An output that cannot show one query of three shows the other two completely. */
class RenderingFailureTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static FixedMonitor monitor;
  private static RunningServer server;

  @BeforeAll
  static void start() {
    monitor =
        new FixedMonitor(
            Snapshots.of(
                Snapshots.query("app", "a").build(),
                withoutState(Snapshots.query("app", "broken").firing("LagGrowing").build()),
                Snapshots.query("app", "c").build()));
    server = new RunningServer(monitor, null);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void listContainsTheOthersAndNamesTheFailedQuery() throws IOException {
    JsonNode answer = MAPPER.readTree(server.get("/api/v1/queries").body());

    assertThat(answer.at("/queries").findValuesAsText("query")).containsExactly("a", "c");
    assertThat(answer.at("/queries/0/lag/records").asLong()).isEqualTo(100);
    assertThat(answer.at("/failed/0/query").asText()).isEqualTo("broken");
    assertThat(answer.at("/failed/0/reason").asText())
        .isEqualTo("evaluation failed: NullPointerException in render");
    assertThat(monitor.renderingFailures).contains(answer.at("/failed/0/id").asText());
  }

  @Test
  void failedQueryIsAnsweredWithItsReason() throws IOException {
    var answer = server.get("/api/v1/queries/app/broken");

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(MAPPER.readTree(answer.body()).at("/error/code").asText())
        .isEqualTo("evaluation_failed");
    assertThat(server.get("/api/v1/queries/app/c").statusCode()).isEqualTo(200);
  }

  @Test
  void metricsContainAllSeriesOfTheOthersOnly() {
    String metrics = server.get("/metrics").body();

    assertThat(metrics).doesNotContain("query=\"broken\"");
    assertThat(lines(metrics, "a")).isEqualTo(lines(metrics, "c")).isGreaterThan(30);
    assertThat(metrics).contains("lagwatch_samples_lost_total{reason=\"failed\"}");
  }

  @Test
  void overviewShowsTheOthersAndNamesTheFailedQuery() {
    monitor.renderingFailures.clear();
    String page = server.get("/").body();

    assertThat(page)
        .contains("href=\"queries/app/a\"")
        .contains("href=\"queries/app/c\"")
        .contains("evaluation failed: NullPointerException in render")
        .contains("LagGrowing");
    assertThat(monitor.renderingFailures).hasSize(1);
  }

  @Test
  void pageOfTheFailedQueryShowsTheFailure() {
    assertThat(server.get("/queries/app/broken").statusCode()).isEqualTo(500);
    assertThat(server.get("/queries/app/broken").body()).contains("evaluation failed");
    assertThat(server.get("/queries/app/a").statusCode()).isEqualTo(200);
  }

  @Test
  void alertsAndReadinessAreUnchanged() {
    assertThat(server.get("/api/v1/alerts").body()).contains("LagGrowing", "broken");
    assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
  }

  private static long lines(String metrics, String query) {
    return metrics.lines().filter(line -> line.contains("query=\"" + query + "\"")).count();
  }

  private static QueryView withoutState(QueryView query) {
    return new QueryView(
        query.identity(),
        query.run(),
        query.lag(),
        query.batch(),
        query.trigger(),
        query.input(),
        null,
        query.alertStates());
  }
}
