package io.lagwatch.compat.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.compat.environment.Query;
import io.lagwatch.compat.queries.QueryBench.BenchExtension;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.ObservedQuery;
import io.lagwatch.demo.metrics.MetricSample;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Sources of every kind: all values are correct, and lag exists only for Kafka. */
@ExtendWith(BenchExtension.class)
class SourcesIT {
  /** The metrics that must be absent without a Kafka source. */
  private static final String OF_LAG =
      ".*_(lag_records|lag_seconds|lag_seconds_is_lower_bound|query_partitions"
          + "|query_partitions_unknown|partitions_unmeasured|consumed_offsets_total"
          + "|position_offset|rate_limited_backlog_records|lag_growth_ratio)";

  private final QueryBench bench;

  SourcesIT(QueryBench bench) {
    this.bench = bench;
  }

  @Test
  void showsEverythingExceptLagForFiles(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("first.txt"), "a,1000\nb,1001\na,1002\n");
    bench.start(
        Query.of("Windowed")
            .named("files")
            .with("mode", "update")
            .trigger("1 second")
            .reading("text", Map.of("path", folder.toString())));
    withoutLag("files", 3, 2);

    Files.writeString(folder.resolve("second.txt"), "c,1030\n");
    ObservedQuery observed = withoutLag("files", 4, 1);
    assertThat(observed.value("watermark_timestamp_seconds")).isEqualTo(1020);
    assertThat(observed.value("event_time_max_timestamp_seconds")).isEqualTo(1030);
  }

  @Test
  void showsEverythingExceptLagForASocket() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      bench.start(
          Query.of("Distinct")
              .named("socket")
              .trigger("1 second")
              .reading(
                  "socket",
                  Map.of(
                      "host", server.getInetAddress().getHostAddress(),
                      "port", Integer.toString(server.getLocalPort()))));
      try (Socket spark = server.accept();
          OutputStream out = spark.getOutputStream()) {
        out.write("a,1\nb,2\na,3\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        withoutLag("socket", 3, 2);
        bench.stop("socket");
      }
    }
  }

  @Test
  void showsEverythingExceptLagForTheRateSource() throws IOException {
    bench.start(
        Query.of("Distinct")
            .named("rate")
            .reading("rate", Map.of("rowsPerSecond", "20", "numPartitions", "1")));
    bench.await(
        "rate",
        observed -> {
          verifyNoLag(observed);
          assertThat(observed.value("input_rows_total")).isGreaterThan(40);
          assertThat(observed.value("last_batch_input_rows")).isGreaterThan(0);
          assertThat(observed.value("input_rows_per_second")).isGreaterThan(0);
          assertThat(observed.query().sum("state_rows")).hasValue(3);
        });
    ObservedQuery before = bench.await("rate", SourcesIT::verifyNoLag);
    double input = before.query().sum("last_input_timestamp_seconds").orElseThrow();
    bench.await(
        "rate",
        observed ->
            assertThat(observed.query().sum("last_input_timestamp_seconds").orElse(0))
                .isGreaterThan(input));
  }

  @Test
  void lagOfAQueryWithOtherSourcesIsThatOfItsKafkaSources() throws IOException {
    bench.produced().create("mixed", 2);
    bench.produced().produce("mixed", 0, List.of("a,1", "b,2", "c,3", "d,4", "e,5"));
    KafkaSource kafka = KafkaSource.subscribe("mixed").atMost(2);
    bench.start(
        Query.of("Distinct")
            .named("mixed")
            .trigger(QueryBench.ONE_BATCH)
            .reading(kafka)
            .reading("rate", Map.of("rowsPerSecond", "1")));
    ObservedQuery observed = bench.trueLag("mixed", kafka);
    assertThat(observed.value("query_lag_records")).isEqualTo(3);
    assertThat(observed.api().path("sources")).hasSize(2);
    assertThat(observed.api().at("/sources/0/kafka").asBoolean()).isTrue();
    assertThat(observed.api().at("/sources/1/kafka").asBoolean()).isFalse();
    assertThat(page("mixed")).contains("measured for 1 of 2 sources");
  }

  @Test
  void distinguishesSeveralKafkaSourcesOfOneQuery() throws IOException {
    for (String topic : List.of("named", "matched-a", "matched-b", "given")) {
      bench.produced().create(topic, 2);
      bench.produced().produce(topic, 0, 9);
      bench.produced().produce(topic, 1, 3);
    }
    KafkaSource split = KafkaSource.subscribe("named").with("minPartitions", "8").atMost(4);
    KafkaSource pattern = KafkaSource.pattern("matched-.*").atMost(6);
    KafkaSource assigned = KafkaSource.assign("given", 0).atMost(5);
    bench.start(
        Query.plain("several")
            .trigger(QueryBench.ONE_BATCH)
            .reading(split)
            .reading(pattern)
            .reading(assigned));
    ObservedQuery observed = bench.trueLag("several", split, pattern, assigned);
    assertThat(observed.value("query_lag_records")).isEqualTo(12 - 4 + 24 - 6 + 9 - 5);
    assertThat(observed.topics("topic_lag_records"))
        .containsOnlyKeys("0/named", "1/matched-a", "1/matched-b", "2/given");

    bench.produced().produce("given", 0, 7);
    bench.produced().produce("given", 1, 7);
    assertThat(bench.trueLag("several", split, pattern, assigned).value("query_lag_records"))
        .isEqualTo(30 + 7);
  }

  @Test
  void countsTheRecordsThatForeachBatchRead() throws IOException {
    bench.produced().create("each", 2);
    bench.produced().produce("each", 0, 5);
    KafkaSource source = KafkaSource.subscribe("each");
    bench.start(Query.of("ForeachBatchTwice").named("each").trigger("1 second").reading(source));
    bench.trueLag("each", source);
    bench.produced().produce("each", 1, 12);
    bench.trueLag("each", source);
    ObservedQuery observed = bench.await("each", s -> assertThat(s.consumed()).isEqualTo(12));
    assertThat(observed.value("input_rows_total")).as("as Spark counts").isEqualTo(2 * (5 + 12));
  }

  /** Waits until this number of rows has been read and is in the state; there is no lag. */
  private ObservedQuery withoutLag(String query, long rows, long stateRows) throws IOException {
    ObservedQuery observed =
        bench.await(
            query,
            now -> {
              assertThat(now.value("input_rows_total")).isEqualTo(rows);
              assertThat(now.query().sum("state_rows")).hasValue(stateRows);
              verifyNoLag(now);
            });
    assertThat(observed.api().at("/sources/0/lastInputAt").isTextual()).isTrue();
    assertThat(observed.lacks("last_input_timestamp_seconds")).isFalse();
    assertThat(page(query)).contains("no source of the query is Kafka");
    return observed;
  }

  private static void verifyNoLag(ObservedQuery observed) {
    assertThat(observed.basis()).isEqualTo("none");
    assertThat(observed.query().state()).isIn("running", "idle");
    assertThat(
            observed.query().scrape().samples().stream()
                .filter(sample -> sample.carries(observed.query().labels()))
                .map(MetricSample::name)
                .filter(name -> name.matches(OF_LAG)))
        .isEmpty();
    assertThat(observed.query().alerts()).isEmpty();
    assertThat(observed.api().at("/lag/records").isNull()).isTrue();
    assertThat(observed.api().at("/lag/reason").asText())
        .isEqualTo("no source of the query is Kafka");
  }

  private String page(String query) throws IOException {
    return bench.exporter().text("/?q=" + query);
  }
}
