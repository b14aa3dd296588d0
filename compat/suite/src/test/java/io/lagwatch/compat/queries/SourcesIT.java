package io.lagwatch.compat.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.compat.queries.Bench.Shared;
import io.lagwatch.compat.stage.Query;
import io.lagwatch.demo.metrics.Sample;
import io.lagwatch.demo.truth.Seen;
import io.lagwatch.demo.truth.Source;
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

/** Sources of every kind: everything is right, and the lag is where there is one. */
@ExtendWith(Shared.class)
class SourcesIT {
  /** The metrics that there must be none of without a Kafka source. */
  private static final String OF_LAG =
      ".*_(lag_records|lag_seconds|lag_seconds_is_lower_bound|query_partitions"
          + "|query_partitions_unknown|partitions_unmeasured|consumed_offsets_total"
          + "|position_offset|rate_limited_backlog_records|lag_growth_ratio)";

  private final Bench bench;

  SourcesIT(Bench bench) {
    this.bench = bench;
  }

  @Test
  void tellsEverythingButTheLagOfFiles(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("first.txt"), "a,1000\nb,1001\na,1002\n");
    bench.start(
        Query.of("Windowed")
            .named("files")
            .with("mode", "update")
            .trigger("1 second")
            .reading("text", Map.of("path", folder.toString())));
    withoutLag("files", 3, 2);

    Files.writeString(folder.resolve("second.txt"), "c,1030\n");
    Seen seen = withoutLag("files", 4, 1);
    assertThat(seen.value("watermark_timestamp_seconds")).isEqualTo(1020);
    assertThat(seen.value("event_time_max_timestamp_seconds")).isEqualTo(1030);
  }

  @Test
  void tellsEverythingButTheLagOfASocket() throws IOException {
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
  void tellsEverythingButTheLagOfARate() throws IOException {
    bench.start(
        Query.of("Distinct")
            .named("rate")
            .reading("rate", Map.of("rowsPerSecond", "20", "numPartitions", "1")));
    bench.await(
        "rate",
        seen -> {
          hasNoLag(seen);
          assertThat(seen.value("input_rows_total")).isGreaterThan(40);
          assertThat(seen.value("last_batch_input_rows")).isGreaterThan(0);
          assertThat(seen.value("input_rows_per_second")).isGreaterThan(0);
          assertThat(seen.query().sum("state_rows")).hasValue(3);
        });
    Seen before = bench.await("rate", SourcesIT::hasNoLag);
    double input = before.query().sum("last_input_timestamp_seconds").orElseThrow();
    bench.await(
        "rate",
        seen ->
            assertThat(seen.query().sum("last_input_timestamp_seconds").orElse(0))
                .isGreaterThan(input));
  }

  @Test
  void theLagOfAQueryWithOtherSourcesTooIsThatOfKafka() throws IOException {
    bench.ledger().create("mixed", 2);
    bench.ledger().produce("mixed", 0, List.of("a,1", "b,2", "c,3", "d,4", "e,5"));
    Source kafka = Source.subscribe("mixed").atMost(2);
    bench.start(
        Query.of("Distinct")
            .named("mixed")
            .trigger(Bench.ONE_BATCH)
            .reading(kafka)
            .reading("rate", Map.of("rowsPerSecond", "1")));
    Seen seen = bench.trueLag("mixed", kafka);
    assertThat(seen.value("query_lag_records")).isEqualTo(3);
    assertThat(seen.api().path("sources")).hasSize(2);
    assertThat(seen.api().at("/sources/0/kafka").asBoolean()).isTrue();
    assertThat(seen.api().at("/sources/1/kafka").asBoolean()).isFalse();
    assertThat(page("mixed")).contains("of 1 of its 2 sources");
  }

  @Test
  void severalKafkaSourcesOfOneQueryAreKeptApartHoweverTheyAreRead() throws IOException {
    for (String topic : List.of("named", "matched-a", "matched-b", "given")) {
      bench.ledger().create(topic, 2);
      bench.ledger().produce(topic, 0, 9);
      bench.ledger().produce(topic, 1, 3);
    }
    Source split = Source.subscribe("named").with("minPartitions", "8").atMost(4);
    Source pattern = Source.pattern("matched-.*").atMost(6);
    Source assigned = Source.assign("given", 0).atMost(5);
    bench.start(
        Query.plain("several")
            .trigger(Bench.ONE_BATCH)
            .reading(split)
            .reading(pattern)
            .reading(assigned));
    Seen seen = bench.trueLag("several", split, pattern, assigned);
    assertThat(seen.value("query_lag_records")).isEqualTo(12 - 4 + 24 - 6 + 9 - 5);
    assertThat(seen.topics("topic_lag_records"))
        .containsOnlyKeys("0/named", "1/matched-a", "1/matched-b", "2/given");

    bench.ledger().produce("given", 0, 7);
    bench.ledger().produce("given", 1, 7);
    assertThat(bench.trueLag("several", split, pattern, assigned).value("query_lag_records"))
        .isEqualTo(30 + 7);
  }

  @Test
  void countsWhatAForeachBatchReallyTookIn() throws IOException {
    bench.ledger().create("each", 2);
    bench.ledger().produce("each", 0, 5);
    Source source = Source.subscribe("each");
    bench.start(Query.of("EachBatch").named("each").trigger("1 second").reading(source));
    bench.trueLag("each", source);
    bench.ledger().produce("each", 1, 12);
    bench.trueLag("each", source);
    Seen seen = bench.await("each", s -> assertThat(s.consumed()).isEqualTo(12));
    assertThat(seen.value("input_rows_total")).as("as Spark counts").isEqualTo(2 * (5 + 12));
  }

  /** Waits until these rows are read and so many are in the state; there is no lag. */
  private Seen withoutLag(String query, long rows, long stateRows) throws IOException {
    Seen seen =
        bench.await(
            query,
            now -> {
              assertThat(now.value("input_rows_total")).isEqualTo(rows);
              assertThat(now.query().sum("state_rows")).hasValue(stateRows);
              hasNoLag(now);
            });
    assertThat(seen.api().at("/sources/0/lastInputAt").isTextual()).isTrue();
    assertThat(seen.lacks("last_input_timestamp_seconds")).isFalse();
    assertThat(page(query)).contains("no source of the query is Kafka");
    return seen;
  }

  private static void hasNoLag(Seen seen) {
    assertThat(seen.basis()).isEqualTo("none");
    assertThat(seen.query().state()).isIn("running", "idle");
    assertThat(
            seen.query().scrape().samples().stream()
                .filter(sample -> sample.carries(seen.query().labels()))
                .map(Sample::name)
                .filter(name -> name.matches(OF_LAG)))
        .isEmpty();
    assertThat(seen.query().alerts()).isEmpty();
    assertThat(seen.api().at("/lag/records").isNull()).isTrue();
    assertThat(seen.api().at("/lag/reason").asText()).isEqualTo("no source of the query is Kafka");
  }

  private String page(String query) throws IOException {
    return bench.exporter().text("/?q=" + query);
  }
}
