package io.lagwatch.compat.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.compat.queries.Bench.Shared;
import io.lagwatch.compat.stage.Application;
import io.lagwatch.compat.stage.CompatStage;
import io.lagwatch.compat.stage.Query;
import io.lagwatch.compat.stage.SparkBuild;
import io.lagwatch.demo.truth.Seen;
import io.lagwatch.demo.truth.Source;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Triggers that Spark 3.5 has: what each is, and how a query with it begins and ends. */
@ExtendWith({CompatStage.Shared.class, Shared.class})
class TriggersIT {
  private final Bench bench;

  TriggersIT(Bench bench) {
    this.bench = bench;
  }

  @Test
  void knowsTheIntervalWhereThereIsOne() throws IOException {
    Source source = topic("intervals", 3);
    bench.start(Query.plain("by-default").reading(source));
    bench.start(Query.plain("by-the-clock").trigger("2 seconds").reading(source));
    bench.trueLag("by-default", source);
    bench.trueLag("by-the-clock", source);

    Seen clock = hasTrigger("by-the-clock", "ProcessingTime");
    assertThat(clock.value("trigger_interval_seconds")).isEqualTo(2);
    assertThat(clock.api().at("/trigger/intervalSeconds").asDouble()).isEqualTo(2);

    Seen asap = hasTrigger("by-default", "ProcessingTime");
    assertThat(asap.lacks("trigger_interval_seconds")).isTrue();
    assertThat(asap.lacks("trigger_utilization_ratio")).isTrue();
    assertThat(asap.api().at("/trigger/intervalSeconds").asDouble(-1)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"AvailableNow", "Once"})
  void aQueryThatEndsByItselfIsFinishedAndItsLagGoesOn(String trigger) throws IOException {
    String name = "finished-" + trigger;
    Source source = topic(name, 8).atMost(3);
    Query query = Query.plain(name).trigger(trigger).reading(source);
    bench.start(query);
    // Once takes everything in one batch, whatever the limit.
    finished(name, source, 8, trigger.equals("Once") ? 1 : 3);
    hasTrigger(name, trigger);

    bench.ledger().produce(name, 1, 5);
    Seen between = bench.trueLag(name, source);
    assertThat(between.value("query_lag_records")).isEqualTo(5);
    assertThat(between.query().state()).isEqualTo("stopped");
    assertThat(between.query().alerts()).isEmpty();
    assertThat(between.value("query_lost")).isZero();

    bench.start(query);
    Seen second = finished(name, source, 13, trigger.equals("Once") ? 2 : 5);
    assertThat(second.value("query_runs_total")).isEqualTo(2);
    assertThat(second.value("query_lag_records")).isZero();
    assertThat(second.consumed()).as("beyond the first batch").isGreaterThanOrEqualTo(5);

    bench.start(query);
    Seen third = bench.await(name, seen -> assertThat(seen.value("query_runs_total")).isEqualTo(3));
    assertThat(third.value("input_rows_total")).as("a run with nothing to do").isEqualTo(13);
    bench.await(name, seen -> assertThat(seen.query().state()).isEqualTo("stopped"));
  }

  @Test
  void theLastBatchOfADriverThatEndsAtOnceIsNotLost(CompatStage stage) throws IOException {
    Source available = topic("short-available", 7).atMost(3);
    Source once = topic("short-once", 4);
    Path folder = stage.folder("short");
    Application application =
        Application.of(SparkBuild.of("3.5"), bench.app()).reportingTo(stage.exporter().base());
    try (OwnedProcess driver =
        application.start(
            folder,
            "OneRun",
            stage.bootstrapServers(),
            // Where the bench's driver has its checkpoints: the truth is read from there.
            bench.driver().checkpoint("any").folder().getParent().toString(),
            Query.plain("short-available").trigger("AvailableNow").reading(available).text(),
            Query.plain("short-once").trigger("Once").reading(once).text())) {
      assertThat(driver.await(Duration.ofSeconds(120))).as(driver::tail).isZero();
    }
    finished("short-available", available, 7, 3);
    finished("short-once", once, 4, 1);
    bench.ledger().produce("short-once", 1, 2);
    assertThat(bench.trueLag("short-once", once).value("query_lag_records")).isEqualTo(2);
  }

  @Test
  void continuousProcessingShowsItsStateAndSaysThatItTellsNoPosition() throws IOException {
    bench.ledger().create("continuous", 1);
    bench.ledger().produce("continuous", 0, 3);
    Source source = Source.subscribe("continuous");
    Query query = Query.plain("continuous").reading(source);
    bench.start(query.trigger("1 second"));
    bench.trueLag("continuous", source);
    bench.stop("continuous");

    bench.start(query.trigger("Continuous 1 second"));
    bench.start(
        Query.plain("continuous-rate")
            .trigger("Continuous 1 second")
            .reading("rate", Map.of("rowsPerSecond", "5", "numPartitions", "1")));
    bench.ledger().produce("continuous", 0, 4);
    for (String name : new String[] {"continuous", "continuous-rate"}) {
      hasTrigger(name, "Continuous");
      Seen seen = bench.await(name, TriggersIT::tellsNoPosition);
      assertThat(seen.lacks("input_age_seconds")).as("nothing is known of its input").isTrue();
      assertThat(seen.lacks("batch_in_flight_since_timestamp_seconds")).isTrue();
      assertThat(bench.exporter().text("/?q=" + name))
          .contains("continuous processing tells no position");
      bench.stop(name);
      bench.await(name, end -> assertThat(end.query().state()).isEqualTo("stopped"));
    }

    bench.start(query.trigger("1 second"));
    Seen again = bench.trueLag("continuous", source);
    assertThat(again.value("query_runs_total")).isEqualTo(3);
    hasTrigger("continuous", "ProcessingTime");
  }

  static void tellsNoPosition(Seen seen) {
    assertThat(seen.api().at("/trigger/type").asText()).isEqualTo("Continuous");
    assertThat(seen.query().state()).isEqualTo("running");
    assertThat(seen.basis()).isEqualTo("none");
    assertThat(seen.api().at("/lag/reason").asText())
        .isEqualTo("continuous processing tells no position");
    assertThat(seen.api().at("/lag/records").isNull()).isTrue();
    assertThat(seen.api().path("partitions")).isEmpty();
    for (String metric :
        new String[] {
          "query_lag_records",
          "query_lag_seconds",
          "query_partitions",
          "position_offset",
          "partitions_unmeasured",
        }) {
      assertThat(seen.lacks(metric)).as(metric).isTrue();
    }
    assertThat(seen.query().alerts()).isEmpty();
  }

  /** Waits until the query has finished, with its last batch. */
  private Seen finished(String query, Source source, long rows, long batches) {
    bench.trueLag(query, source);
    return bench.await(
        query,
        seen -> {
          assertThat(seen.query().state()).isEqualTo("stopped");
          assertThat(seen.value("input_rows_total")).isEqualTo(rows);
          assertThat(seen.value("batches_total")).isEqualTo(batches);
          assertThat(seen.value("replayed_batches_total")).isZero();
          assertThat(seen.query().alerts()).isEmpty();
        });
  }

  private Seen hasTrigger(String query, String type) {
    return bench.await(
        query,
        seen -> {
          assertThat(seen.api().at("/trigger/type").asText()).isEqualTo(type);
          assertThat(seen.query().all("query_info").get(0).label("trigger")).isEqualTo(type);
        });
  }

  private Source topic(String name, int records) {
    bench.ledger().create(name, 2);
    bench.ledger().produce(name, 0, records);
    return Source.subscribe(name);
  }
}
