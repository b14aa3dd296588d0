package io.lagwatch.compat.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.compat.environment.Application;
import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.Query;
import io.lagwatch.compat.environment.SparkBuild;
import io.lagwatch.compat.queries.QueryBench.BenchExtension;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.ObservedQuery;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The triggers of Spark 3.5: how they are reported, and how a query with each of them starts and
 * ends.
 */
@ExtendWith({CompatEnvironment.CompatExtension.class, BenchExtension.class})
class TriggersIT {
  private final QueryBench bench;

  TriggersIT(QueryBench bench) {
    this.bench = bench;
  }

  @Test
  void reportsTheTriggerInterval() throws IOException {
    KafkaSource source = topic("intervals", 3);
    bench.start(Query.plain("by-default").reading(source));
    bench.start(Query.plain("by-the-clock").trigger("2 seconds").reading(source));
    bench.trueLag("by-default", source);
    bench.trueLag("by-the-clock", source);

    ObservedQuery clock = hasTrigger("by-the-clock", "ProcessingTime");
    assertThat(clock.value("trigger_interval_seconds")).isEqualTo(2);
    assertThat(clock.api().at("/trigger/intervalSeconds").asDouble()).isEqualTo(2);

    ObservedQuery asap = hasTrigger("by-default", "ProcessingTime");
    assertThat(asap.lacks("trigger_interval_seconds")).isTrue();
    assertThat(asap.lacks("trigger_utilization_ratio")).isTrue();
    assertThat(asap.api().at("/trigger/intervalSeconds").asDouble(-1)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"AvailableNow", "Once"})
  void queryThatEndsByItselfIsStoppedAndItsLagIsStillMeasured(String trigger) throws IOException {
    String name = "finished-" + trigger;
    KafkaSource source = topic(name, 8).atMost(3);
    Query query = Query.plain(name).trigger(trigger).reading(source);
    bench.start(query);
    // A trigger of type Once reads everything in one batch and ignores rate limits.
    finished(name, source, 8, trigger.equals("Once") ? 1 : 3);
    hasTrigger(name, trigger);

    bench.produced().produce(name, 1, 5);
    ObservedQuery between = bench.trueLag(name, source);
    assertThat(between.value("query_lag_records")).isEqualTo(5);
    assertThat(between.query().state()).isEqualTo("stopped");
    assertThat(between.query().alerts()).isEmpty();
    assertThat(between.value("query_lost")).isZero();

    bench.start(query);
    ObservedQuery second = finished(name, source, 13, trigger.equals("Once") ? 2 : 5);
    assertThat(second.value("query_runs_total")).isEqualTo(2);
    assertThat(second.value("query_lag_records")).isZero();
    assertThat(second.consumed()).as("beyond the first batch").isGreaterThanOrEqualTo(5);

    bench.start(query);
    ObservedQuery third =
        bench.await(name, observed -> assertThat(observed.value("query_runs_total")).isEqualTo(3));
    assertThat(third.value("input_rows_total")).as("a run with nothing to do").isEqualTo(13);
    bench.await(name, observed -> assertThat(observed.query().state()).isEqualTo("stopped"));
  }

  @Test
  void countsTheLastBatchOfADriverThatEndsImmediately(CompatEnvironment environment)
      throws IOException {
    KafkaSource available = topic("short-available", 7).atMost(3);
    KafkaSource once = topic("short-once", 4);
    Path folder = environment.folder("short");
    Application application =
        Application.of(SparkBuild.of("3.5"), bench.app())
            .reportingTo(environment.exporter().base());
    try (OwnedProcess driver =
        application.start(
            folder,
            "SequentialRuns",
            environment.bootstrapServers(),
            // The folder of the bench's checkpoints: the expected values are read from there.
            bench.driver().checkpoint("any").folder().getParent().toString(),
            Query.plain("short-available").trigger("AvailableNow").reading(available).text(),
            Query.plain("short-once").trigger("Once").reading(once).text())) {
      assertThat(driver.await(Duration.ofSeconds(120))).as(driver::tail).isZero();
    }
    finished("short-available", available, 7, 3);
    finished("short-once", once, 4, 1);
    bench.produced().produce("short-once", 1, 2);
    assertThat(bench.trueLag("short-once", once).value("query_lag_records")).isEqualTo(2);
  }

  @Test
  void continuousProcessingShowsItsStateAndNoPosition() throws IOException {
    bench.produced().create("continuous", 1);
    bench.produced().produce("continuous", 0, 3);
    KafkaSource source = KafkaSource.subscribe("continuous");
    Query query = Query.plain("continuous").reading(source);
    bench.start(query.trigger("1 second"));
    bench.trueLag("continuous", source);
    bench.stop("continuous");

    bench.start(query.trigger("Continuous 1 second"));
    bench.start(
        Query.plain("continuous-rate")
            .trigger("Continuous 1 second")
            .reading("rate", Map.of("rowsPerSecond", "5", "numPartitions", "1")));
    bench.produced().produce("continuous", 0, 4);
    for (String name : new String[] {"continuous", "continuous-rate"}) {
      hasTrigger(name, "Continuous");
      ObservedQuery observed = bench.await(name, TriggersIT::verifyNoPosition);
      assertThat(observed.lacks("input_age_seconds")).as("nothing is known of its input").isTrue();
      assertThat(observed.lacks("batch_in_flight_since_timestamp_seconds")).isTrue();
      assertThat(bench.exporter().text("/?q=" + name))
          .contains("continuous processing reports no position");
      bench.stop(name);
      bench.await(name, end -> assertThat(end.query().state()).isEqualTo("stopped"));
    }

    // Spark 3.5 cannot always continue from here with micro-batches: it fails with a
    // NullPointerException.
  }

  static void verifyNoPosition(ObservedQuery observed) {
    assertThat(observed.api().at("/trigger/type").asText()).isEqualTo("Continuous");
    assertThat(observed.query().state()).isEqualTo("running");
    assertThat(observed.basis()).isEqualTo("none");
    assertThat(observed.api().at("/lag/reason").asText())
        .isEqualTo("continuous processing reports no position");
    assertThat(observed.api().at("/lag/records").isNull()).isTrue();
    assertThat(observed.api().path("partitions")).isEmpty();
    for (String metric :
        new String[] {
          "query_lag_records",
          "query_lag_seconds",
          "query_partitions",
          "position_offset",
          "partitions_unmeasured",
        }) {
      assertThat(observed.lacks(metric)).as(metric).isTrue();
    }
    assertThat(observed.query().alerts()).isEmpty();
  }

  /** Waits until the query has finished, with its last batch. */
  private ObservedQuery finished(String query, KafkaSource source, long rows, long batches) {
    bench.trueLag(query, source);
    return bench.await(
        query,
        observed -> {
          assertThat(observed.query().state()).isEqualTo("stopped");
          assertThat(observed.value("input_rows_total")).isEqualTo(rows);
          assertThat(observed.value("batches_total")).isEqualTo(batches);
          assertThat(observed.value("replayed_batches_total")).isZero();
          assertThat(observed.query().alerts()).isEmpty();
        });
  }

  private ObservedQuery hasTrigger(String query, String type) {
    return bench.await(
        query,
        observed -> {
          assertThat(observed.api().at("/trigger/type").asText()).isEqualTo(type);
          assertThat(observed.query().all("query_info").get(0).label("trigger")).isEqualTo(type);
        });
  }

  private KafkaSource topic(String name, int records) {
    bench.produced().create(name, 2);
    bench.produced().produce(name, 0, records);
    return KafkaSource.subscribe(name);
  }
}
