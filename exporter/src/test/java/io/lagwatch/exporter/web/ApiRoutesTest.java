package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.exporter.history.Sample;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshots;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiRoutesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.withoutToken();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void queryHasAllFields() throws IOException {
    show(Snapshots.query("shop", "tiles").firing("LagGrowing").inFlight().build());

    var query = get("/api/v1/queries/shop/tiles");

    assertThat(query.at("/at").asText()).isEqualTo("2026-03-02T10:00:00.500Z");
    assertThat(query.at("/state").asText()).isEqualTo("running");
    assertThat(query.at("/trigger/intervalSeconds").asDouble()).isEqualTo(30);
    assertThat(query.at("/counters/inputRows").asLong()).isEqualTo(3_600_000);
    assertThat(query.at("/rates/processedRowsPerSecond").asDouble()).isEqualTo(90.9);
    assertThat(query.at("/rates/arrivalRecordsPerSecond/learning.progress").asDouble())
        .isEqualTo(1000);
    assertThat(query.at("/batch/durationSeconds").asDouble()).isEqualTo(16.5);
    assertThat(query.at("/batch/phaseSeconds/addBatch").asDouble()).isEqualTo(14);
    assertThat(query.at("/eventTime/watermark").asText()).isEqualTo("2026-03-02T09:50:00.500Z");
    assertThat(query.at("/stateOperators/0/rows").asLong()).isEqualTo(5000);
    assertThat(query.at("/lag/basis").asText()).isEqualTo("broker");
    assertThat(query.at("/lag/records").asLong()).isEqualTo(100);
    assertThat(query.at("/lag/seconds").asDouble()).isEqualTo(30);
    assertThat(query.at("/partitions/1/end").asLong()).isEqualTo(57);
    assertThat(query.at("/partitions/1/state").asText()).isEqualTo("measured");
    assertThat(query.at("/sources/0/consumedOffsets/learning.progress").asLong())
        .isEqualTo(3_600_000);
    assertThat(query.at("/alerts/0/state").asText()).isEqualTo("firing");
    assertThat(query.at("/alerts/0/sentence").asText()).startsWith("lag is 412,000 records");
    assertThat(query.at("/signals/trigger_utilization_ratio").asDouble()).isEqualTo(0.55);
    assertThat(query.at("/signals/quiet_period_seconds").asDouble()).isEqualTo(1800);
  }

  @Test
  void unknownLagIsNullWithAReason() throws IOException {
    show(
        Snapshots.query("shop", "tiles")
            .progress(null)
            .trigger(null)
            .signals(Signals.UNKNOWN)
            .lag(QueryLag.none("continuous processing reports no progress"))
            .build());

    var query = get("/api/v1/queries/shop/tiles");

    for (var pointer :
        List.of(
            "/lag/records",
            "/lag/seconds",
            "/lag/secondsIsLowerBound",
            "/lag/partitions",
            "/lag/partitionsUnknown",
            "/batch",
            "/trigger",
            "/error",
            "/eventTime/watermark",
            "/rates/inputRowsPerSecond")) {
      assertThat(query.at(pointer).isNull()).as(pointer).isTrue();
    }
    assertThat(query.at("/lag/reason").asText())
        .isEqualTo("continuous processing reports no progress");
    assertThat(query.path("signals").has("trigger_utilization_ratio")).isFalse();
  }

  @Test
  void offsetsAboveTwoToThe53AreExact() throws IOException {
    long end = (1L << 53) + 3;
    var partition =
        new PartitionLag(
            0,
            new TopicPartition("t", 0),
            end - 2,
            end,
            1L,
            2L,
            new TimeLag(Duration.ofMinutes(20), true),
            PartitionStatus.MEASURED);
    show(Snapshots.query("shop", "tiles").lag(Snapshots.lag(partition)).build());

    var shown = get("/api/v1/queries/shop/tiles").at("/partitions/0");

    assertThat(shown.path("end").bigIntegerValue()).isEqualTo(end);
    assertThat(shown.path("position").bigIntegerValue()).isEqualTo(end - 2);
    assertThat(shown.path("secondsIsLowerBound").asBoolean()).isTrue();
  }

  @Test
  void numbersThatJsonCannotHoldAreNull() throws IOException {
    var phases = Snapshots.progress(1, 1);
    var odd =
        new Progress(
            phases.timestamp(),
            1,
            1L,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            phases.durationMs(),
            null,
            null,
            List.of(),
            List.of());
    show(Snapshots.query("shop", "tiles").progress(odd).build());

    var rates = get("/api/v1/queries/shop/tiles").path("rates");

    assertThat(rates.path("inputRowsPerSecond").isNull()).isTrue();
    assertThat(rates.path("processedRowsPerSecond").isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with/slash",
        "with \"quotes\" & <tags>",
        "naïve 数据 🚀",
        "50% off",
        "a+b c",
        "two\nlines",
        "semi;colon?query#hash",
        "back\\slash",
        "{app}",
        "..",
        "~tilde~"
      })
  void findsAQueryOfAnyName(String name) throws IOException {
    show(Snapshots.query(name, name).build());
    var encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    // Clients resolve two dots in a path, unless they are encoded too.
    var segment = encoded.equals("..") ? "%2E%2E" : encoded;

    var query = get("/api/v1/queries/" + segment + "/" + segment);

    assertThat(query.path("query").asText()).isEqualTo(name);
    assertThat(query.path("app").asText()).isEqualTo(name);
  }

  @Test
  void unknownQueryIs404() {
    show(Snapshots.query("shop", "tiles").build());

    var response = server.get("/api/v1/queries/shop/other");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).contains("unknown_query");
  }

  @Test
  void theListHasEveryQueryWithoutItsPartitionsAndTheClusters() throws IOException {
    show(
        Snapshots.query("a", "1").build(),
        Snapshots.query("a", "2").state(QueryState.FAILED).error("java.lang.X", "boom").build());

    var list = get("/api/v1/queries");

    assertThat(list.path("queries").findValuesAsText("query")).containsExactly("1", "2");
    assertThat(list.at("/queries/0/lag/partitions").asInt()).isEqualTo(2);
    assertThat(list.at("/queries/0").has("partitions")).isFalse();
    assertThat(list.at("/queries/1/error/message").asText()).isEqualTo("boom");
    assertThat(list.at("/kafka/0/name").asText()).isEqualTo("main");
    assertThat(list.at("/kafka/0/errors/timeout").asLong()).isEqualTo(3);
  }

  @Test
  void alertsContainOnlyPendingAndFiringOnes() throws IOException {
    show(
        Snapshots.query("a", "1").build(), Snapshots.query("a", "2").firing("QueryFailed").build());

    var alerts = get("/api/v1/alerts").path("alerts");

    assertThat(alerts).hasSize(1);
    assertThat(alerts.at("/0/query").asText()).isEqualTo("2");
    assertThat(alerts.at("/0/alert").asText()).isEqualTo("QueryFailed");
    assertThat(alerts.at("/0/severity").asText()).isEqualTo("critical");
    assertThat(alerts.at("/0/firedAt").asText()).isEqualTo("2026-03-02T09:49:00.500Z");
  }

  @Test
  void historyHasAColumnPerMetricWithNullForUnknown() throws IOException {
    var known = Snapshots.query("shop", "tiles");
    var unknown = Snapshots.query("shop", "tiles").lag(QueryLag.none("no broker"));
    show(known.build());
    server.history.retain(Set.of());
    sample(known, 0);
    sample(unknown, 15);
    sample(known, 300);
    server.history.batch(known.facts());

    var history = get("/api/v1/queries/shop/tiles/history");

    assertThat(history.at("/stepSeconds").asInt()).isEqualTo(15);
    assertThat(history.at("/points/at").toString())
        .isEqualTo(
            "[\"2026-03-02T10:00:00.500Z\",\"2026-03-02T10:00:15.500Z\","
                + "\"2026-03-02T10:05:00.499Z\",\"2026-03-02T10:05:00.500Z\"]");
    assertThat(history.at("/points/lagRecords").toString()).isEqualTo("[100,null,null,100]");
    assertThat(history.at("/points/stateRows").toString()).isEqualTo("[5000,5000,null,5000]");
    assertThat(history.at("/batches/0/durationSeconds").asDouble()).isEqualTo(16.5);
    assertThat(history.at("/batches/0/phaseSeconds/addBatch").asDouble()).isEqualTo(14);
    assertThat(history.at("/batches/0/phaseSeconds").has("triggerExecution")).isFalse();
  }

  @Test
  void historyIsSentAgainOnlyAfterAChange() {
    var query = Snapshots.query("shop", "tiles");
    show(query.build());
    var path = "/api/v1/queries/shop/tiles/history";
    var tag = server.get(path).headers().firstValue("ETag").orElseThrow();
    var request = server.to(path).header("If-None-Match", tag);

    assertThat(server.send(request.copy()).statusCode()).isEqualTo(304);
    sample(query, 600);
    assertThat(server.send(request.copy()).statusCode()).isEqualTo(200);
    assertThat(server.get("/api/v1/queries/shop/none/history").statusCode()).isEqualTo(404);
  }

  private static void sample(Snapshots.QueryBuilder query, int second) {
    var at = Snapshots.NOW.plusSeconds(second);
    server.history.sample(new Sample(at, query.facts(), Snapshots.ARRIVAL));
  }

  private static void show(QueryView... queries) {
    server.watch.show(() -> Snapshots.of(queries));
  }

  private static JsonNode get(String path) throws IOException {
    var response = server.get(path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    return MAPPER.readTree(response.body());
  }
}
