package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.EvaluationFailure;
import io.lagwatch.exporter.watch.FailedQuery;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.QueryGuard;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.Snapshots;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A query that cannot be evaluated is named with its reason; all other answers are as before. */
class FailedQueryTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static RunningServer server;

  @BeforeAll
  static void start() {
    QueryView sound = Snapshots.query("app-1", "sound").build();
    var firing =
        new AlertStatus(
            "QueryLost",
            "critical",
            AlertPhase.FIRING,
            Snapshots.NOW.minusSeconds(60),
            Snapshots.NOW.minusSeconds(60),
            "the driver last reported an hour ago");
    var failed =
        new FailedQuery(
            new QueryKey("app-1", "broken"),
            "broken-id",
            new EvaluationFailure(QueryGuard.Stage.OBSERVE, "IllegalStateException"),
            List.of(firing));
    server =
        new RunningServer(
            new FixedMonitor(
                new Snapshot(
                    Snapshots.NOW,
                    List.of(sound),
                    List.of(failed),
                    List.of(),
                    List.of(Snapshots.cluster()))),
            null);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void listsTheFailedQueryWithItsReason() throws Exception {
    JsonNode answer = MAPPER.readTree(get("/api/v1/queries").body());
    assertThat(answer.at("/queries")).hasSize(1);
    assertThat(answer.at("/failed")).hasSize(1);
    assertThat(answer.at("/failed/0/query").asText()).isEqualTo("broken");
    assertThat(answer.at("/failed/0/reason").asText())
        .isEqualTo("evaluation failed: IllegalStateException in observe");
  }

  @Test
  void answersForTheFailedQueryWithItsReason() throws Exception {
    var answer = get("/api/v1/queries/app-1/broken");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(MAPPER.readTree(answer.body()).at("/error/code").asText())
        .isEqualTo("evaluation_failed");
  }

  @Test
  void keepsTheAlertsOfTheFailedQuery() throws Exception {
    assertThat(get("/api/v1/alerts").body()).contains("QueryLost", "broken");
  }

  @Test
  void failedQueryHasNoSeriesAndOthersHaveAll() throws Exception {
    String metrics = get("/metrics").body();
    assertThat(metrics).contains("query=\"sound\"").doesNotContain("broken");
  }

  @Test
  void staysReady() throws Exception {
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
