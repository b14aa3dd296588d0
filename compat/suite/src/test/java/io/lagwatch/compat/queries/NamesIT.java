package io.lagwatch.compat.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.compat.environment.Query;
import io.lagwatch.compat.queries.QueryBench.BenchExtension;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.ObservedQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Queries without a name and with the same name, in several sessions, and consecutive runs. */
@ExtendWith(BenchExtension.class)
class NamesIT {
  private final QueryBench bench;

  NamesIT(QueryBench bench) {
    this.bench = bench;
  }

  @Test
  void queryWithoutANameIsShownByItsId() throws IOException {
    KafkaSource source = topic("nameless", 7);
    String run =
        bench.start(
            Query.of("PassThrough")
                .with("checkpoint", "nameless")
                .trigger(QueryBench.ONE_BATCH)
                .reading(source.atMost(3)));
    ObservedQuery observed = bench.trueLag(bench.id(run), "nameless", source.atMost(3));
    assertThat(observed.value("query_lag_records")).isEqualTo(4);
    assertThat(observed.api().path("name").isNull()).isTrue();
    assertThat(observed.api().path("runId").asText()).isEqualTo(run);
  }

  @Test
  void twoQueriesWithOneNameInTwoSessionsAreDistinguished() throws IOException {
    KafkaSource source = topic("twins", 9);
    Query query = Query.plain("twins").trigger(QueryBench.ONE_BATCH);
    KafkaSource first = source.atMost(2);
    bench.start(query.with("checkpoint", "twin-1").reading(first));
    assertThat(bench.trueLag("twins", "twin-1", first).value("query_lag_records")).isEqualTo(7);
    KafkaSource second = source.atMost(5);
    String run =
        bench.start(query.with("checkpoint", "twin-2").with("session", "another").reading(second));
    String id = bench.id(run);
    String label = "twins~" + id.substring(0, 8);

    ObservedQuery observed = bench.trueLag(label, "twin-2", second);
    assertThat(observed.value("query_lag_records")).isEqualTo(4);
    assertThat(observed.value("input_rows_total")).isEqualTo(5);
    assertThat(observed.api().path("name").asText()).isEqualTo("twins");
    assertThat(observed.api().path("checkpoint").asText()).endsWith("/twin-2");
    assertThat(observed.api().at("/trigger/type").asText()).isEqualTo("ProcessingTime");
    assertThat(bench.trueLag("twins", "twin-1", first).value("input_rows_total")).isEqualTo(2);

    bench.driver().stopRun(bench.await("twins", s -> {}).api().path("runId").asText());
    ObservedQuery remaining =
        bench.await(
            "twins", s -> assertThat(s.api().path("id").asText()).as("takes over").isEqualTo(id));
    assertThat(remaining.api().path("replacedQueryId").isNull())
        .as("each had a checkpoint of its own")
        .isTrue();
    assertThat(remaining.value("checkpoint_replaced")).isZero();
  }

  @Test
  void restartedQueryContinuesItsSeries() throws IOException {
    KafkaSource source = topic("again-here", 4);
    Query query = Query.plain("again-here").trigger("1 second").reading(source);
    bench.start(query);
    bench.trueLag("again-here", source);
    bench.stop("again-here");
    bench.produced().produce("again-here", 1, 6);
    ObservedQuery stopped =
        bench.await("again-here", s -> assertThat(s.value("query_lag_records")).isEqualTo(6));
    assertThat(stopped.query().state()).isEqualTo("stopped");

    String second = bench.start(query.with("session", "another"));
    bench.trueLag("again-here", source);
    ObservedQuery observed =
        bench.await("again-here", s -> assertThat(s.value("input_rows_total")).isEqualTo(10));
    assertThat(observed.consumed()).isEqualTo(6);
    assertThat(observed.value("query_runs_total")).isEqualTo(2);
    assertThat(observed.value("batches_total")).isEqualTo(2);
    assertThat(observed.value("replayed_batches_total")).isZero();
    assertThat(observed.api().path("runId").asText()).isEqualTo(second);
    assertThat(observed.value("checkpoint_replaced")).isZero();
    assertThat(observed.value("checkpoint_shared")).isZero();
  }

  @Test
  void reportsACheckpointThatWasDeletedBetweenRuns() throws IOException {
    KafkaSource source = topic("deleted-between", 4);
    Query query = Query.plain("deleted-between").trigger("1 second").reading(source);
    String first = bench.id(bench.start(query));
    bench.trueLag("deleted-between", source);
    bench.stop("deleted-between");
    bench.await("deleted-between", s -> assertThat(s.query().state()).isEqualTo("stopped"));

    delete(bench.driver().checkpoint("deleted-between").folder());
    bench.start(query);
    ObservedQuery observed =
        bench.await(
            "deleted-between",
            s -> assertThat(s.query().alerts()).containsExactly("CheckpointReplaced"));
    assertThat(observed.api().path("replacedQueryId").asText()).isEqualTo(first);
    assertThat(observed.value("query_runs_total")).isEqualTo(1);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private KafkaSource topic(String name, int records) {
    bench.produced().create(name, 2);
    bench.produced().produce(name, 0, records);
    return KafkaSource.subscribe(name);
  }
}
