package io.lagwatch.demo.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.demo.metrics.Sample;
import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.stage.QueryView;
import io.lagwatch.demo.truth.TruthStage.Shared;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Drivers and exporters that are killed and started again. */
@ExtendWith(Shared.class)
class RestartIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final List<String> COUNTERS =
      List.of("batches_total", "input_rows_total", "query_runs_total", "consumed_offsets_total");

  /** What is there only at times, or names the run on purpose. */
  private static final String COMES_AND_GOES =
      ".*_(query_info|catch_up_seconds|batch_in_flight_since_timestamp_seconds"
          + "|last_batch_phase_seconds|topic_arrival_records_per_second)";

  private final TruthStage stage;
  private final Ledger ledger;

  RestartIT(TruthStage stage) {
    this.stage = stage;
    this.ledger = stage.ledger();
  }

  @Test
  void lagRisesWithoutADriverAndTheNextOneGoesOnInTheSameSeries() throws IOException {
    Source source = Source.subscribe("restarted");
    Ask ask = Ask.oneBatch("restarted", source.atMost(5)).withTrigger("1 second");
    ledger.create("restarted", 2);
    ledger.produce("restarted", 0, 3);
    stage.start(ask);
    double from = drained(ask).consumed();
    ledger.produce("restarted", 1, 12);
    Seen before = drained(ask);
    assertThat(before.consumed() - from).isEqualTo(12);

    stage.driver().kill();
    for (int records : new int[] {1, 13, 200}) {
      ledger.produce("restarted", 0, records);
      stage.lagIsTrue(ask);
    }
    assertThat(stage.seen(ask).value("query_lag_records")).isEqualTo(214);

    Map<String, Double> counters = new HashMap<>();
    stage.start(Ask.oneBatch("restarted", source.atMost(90)).withTrigger("1 second"));
    await("the next driver has read it all")
        .atMost(PATIENCE)
        .pollInterval(LOOK_AGAIN)
        .until(
            () -> {
              QueryView now = Seen.metrics(stage.exporter().scrape(), Driver.APP, ask.name());
              rise(counters, now);
              return now.value("query_lag_records").orElse(1) == 0;
            });
    Seen after = drained(ask);
    assertThat(after.consumed() - from).as("over both drivers").isEqualTo(12 + 214);
    assertThat(after.value("input_rows_total") - before.value("input_rows_total")).isEqualTo(214);
    assertThat(after.value("query_runs_total")).isEqualTo(2);
    // Some are there only once a run has shown enough.
    await("the same series")
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(series(stage.seen(ask), before)).isEqualTo(series(before, before)));
  }

  @Test
  void anExporterThatIsKilledComesBackWithNeitherZeroNorSpike() throws IOException {
    Ask ask = Ask.oneBatch("outlived", Source.subscribe("outlived").atMost(4));
    ledger.create("outlived", 1);
    ledger.produce("outlived", 0, 20);
    stage.start(ask);
    stage.lagIsTrue(ask);
    stage.stop(ask);
    stage.start(ask);
    await()
        .atMost(PATIENCE)
        .until(() -> Ledger.positions(ask.sources(), stage.checkpoint(ask)).containsValue(8L));
    Seen before = stage.lagIsTrue(ask);
    assertThat(before.value("query_lag_records")).isEqualTo(12);
    stage.awaitSaved();

    stage.killExporter();
    stage.startExporter();
    await("the exporter knows the lag again")
        .atMost(PATIENCE)
        .pollInterval(LOOK_AGAIN)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> sameOrUnknown(ask, before));
    stage.lagIsTrue(ask);
  }

  /** Whether the lag is known; whatever is known is as it was. */
  private boolean sameOrUnknown(Ask ask, Seen before) throws IOException {
    QueryView now = Seen.metrics(stage.exporter().scrape(), Driver.APP, ask.name());
    for (String counter : COUNTERS) {
      OptionalDouble found = now.sum(counter);
      if (found.isPresent()) {
        assertThat(found).as(counter).isEqualTo(before.query().sum(counter));
      }
    }
    OptionalDouble lag = now.value("query_lag_records");
    if (lag.isPresent()) {
      assertThat(lag).isEqualTo(before.query().value("query_lag_records"));
    }
    return lag.isPresent();
  }

  /** Waits until all is read and said. */
  private Seen drained(Ask ask) {
    await("all of " + ask.name() + " is read")
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () ->
                Ledger.positions(ask.sources(), stage.checkpoint(ask))
                    .equals(ledger.ends(ask.sources())));
    Seen seen = stage.lagIsTrue(ask);
    assertThat(seen.value("query_lag_records")).isZero();
    return seen;
  }

  private static void rise(Map<String, Double> counters, QueryView now) {
    for (String counter : COUNTERS) {
      OptionalDouble found = now.sum(counter);
      if (found.isPresent()) {
        Double last = counters.put(counter, found.getAsDouble());
        assertThat(found.getAsDouble()).as(counter).isGreaterThanOrEqualTo(last == null ? 1 : last);
      }
    }
  }

  /** The series of a query, of the metrics that it had before. */
  private static Set<String> series(Seen seen, Seen before) {
    Scrape old = before.query().scrape();
    Set<String> names =
        old.samples().stream()
            .filter(sample -> sample.carries(before.query().labels()))
            .map(Sample::name)
            .filter(name -> !name.matches(COMES_AND_GOES))
            .collect(Collectors.toSet());
    return seen.query().scrape().samples().stream()
        .filter(sample -> sample.carries(seen.query().labels()) && names.contains(sample.name()))
        .map(Sample::series)
        .collect(Collectors.toSet());
  }
}
