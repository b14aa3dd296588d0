package io.lagwatch.demo.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.demo.accuracy.SharedEnvironment.SharedExtension;
import io.lagwatch.demo.environment.QuerySamples;
import io.lagwatch.demo.metrics.MetricSample;
import io.lagwatch.demo.metrics.Scrape;
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

/** Restarts of drivers and exporters after a kill. */
@ExtendWith(SharedExtension.class)
class RestartIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final Duration FAST_POLL_INTERVAL = Duration.ofMillis(20);
  private static final List<String> COUNTERS =
      List.of("batches_total", "input_rows_total", "query_runs_total", "consumed_offsets_total");

  /** Metrics that are not always present, or that contain the run id. */
  private static final String OPTIONAL_METRICS =
      ".*_(query_info|catch_up_seconds|batch_in_flight_since_timestamp_seconds"
          + "|last_batch_phase_seconds|topic_arrival_records_per_second)";

  private final SharedEnvironment environment;
  private final ProducedRecords produced;

  RestartIT(SharedEnvironment environment) {
    this.environment = environment;
    this.produced = environment.produced();
  }

  @Test
  void lagRisesWithoutADriverAndTheNextDriverContinuesTheSeries() throws IOException {
    KafkaSource source = KafkaSource.subscribe("restarted");
    QueryRequest request =
        QueryRequest.oneBatch("restarted", source.atMost(5)).withTrigger("1 second");
    produced.create("restarted", 2);
    produced.produce("restarted", 0, 3);
    environment.start(request);
    double from = drained(request).consumed();
    produced.produce("restarted", 1, 12);
    ObservedQuery before = drained(request);
    assertThat(before.consumed() - from).isEqualTo(12);

    environment.driver().kill();
    for (int records : new int[] {1, 13, 200}) {
      produced.produce("restarted", 0, records);
      environment.lagIsTrue(request);
    }
    assertThat(environment.observed(request).value("query_lag_records")).isEqualTo(214);

    Map<String, Double> counters = new HashMap<>();
    environment.start(
        QueryRequest.oneBatch("restarted", source.atMost(90)).withTrigger("1 second"));
    await("the next driver has read it all")
        .atMost(TIMEOUT)
        .pollInterval(FAST_POLL_INTERVAL)
        .until(
            () -> {
              QuerySamples now =
                  ObservedQuery.metrics(
                      environment.exporter().scrape(), QueryDriver.APP, request.name());
              rise(counters, now);
              return now.value("query_lag_records").orElse(1) == 0;
            });
    ObservedQuery after = drained(request);
    assertThat(after.consumed() - from).as("over both drivers").isEqualTo(12 + 214);
    assertThat(after.value("input_rows_total") - before.value("input_rows_total")).isEqualTo(214);
    assertThat(after.value("query_runs_total")).isEqualTo(2);
    // Some series appear only after several batches of a run.
    await("the same series")
        .atMost(TIMEOUT)
        .untilAsserted(
            () ->
                assertThat(series(environment.observed(request), before))
                    .isEqualTo(series(before, before)));
  }

  @Test
  void restartedExporterShowsNoZeroAndNoSpike() throws IOException {
    QueryRequest request =
        QueryRequest.oneBatch("outlived", KafkaSource.subscribe("outlived").atMost(4));
    produced.create("outlived", 1);
    produced.produce("outlived", 0, 20);
    environment.start(request);
    environment.lagIsTrue(request);
    environment.stop(request);
    environment.start(request);
    await()
        .atMost(TIMEOUT)
        .until(
            () ->
                ProducedRecords.positions(request.sources(), environment.checkpoint(request))
                    .containsValue(8L));
    ObservedQuery before = environment.lagIsTrue(request);
    assertThat(before.value("query_lag_records")).isEqualTo(12);
    environment.awaitSaved();

    environment.killExporter();
    environment.startExporter();
    await("the exporter shows the lag again")
        .atMost(TIMEOUT)
        .pollInterval(FAST_POLL_INTERVAL)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> sameOrUnknown(request, before));
    environment.lagIsTrue(request);
  }

  /** Returns whether lag is known; every known value must be unchanged. */
  private boolean sameOrUnknown(QueryRequest request, ObservedQuery before) throws IOException {
    QuerySamples now =
        ObservedQuery.metrics(environment.exporter().scrape(), QueryDriver.APP, request.name());
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

  /** Waits until the query has read all records and the exporter shows it. */
  private ObservedQuery drained(QueryRequest request) {
    await("all of " + request.name() + " is read")
        .atMost(TIMEOUT)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () ->
                ProducedRecords.positions(request.sources(), environment.checkpoint(request))
                    .equals(produced.ends(request.sources())));
    ObservedQuery observed = environment.lagIsTrue(request);
    assertThat(observed.value("query_lag_records")).isZero();
    return observed;
  }

  private static void rise(Map<String, Double> counters, QuerySamples now) {
    for (String counter : COUNTERS) {
      OptionalDouble found = now.sum(counter);
      if (found.isPresent()) {
        Double last = counters.put(counter, found.getAsDouble());
        assertThat(found.getAsDouble()).as(counter).isGreaterThanOrEqualTo(last == null ? 1 : last);
      }
    }
  }

  /** The series of a query, of the metrics that it had before. */
  private static Set<String> series(ObservedQuery observed, ObservedQuery before) {
    Scrape old = before.query().scrape();
    Set<String> names =
        old.samples().stream()
            .filter(sample -> sample.carries(before.query().labels()))
            .map(MetricSample::name)
            .filter(name -> !name.matches(OPTIONAL_METRICS))
            .collect(Collectors.toSet());
    return observed.query().scrape().samples().stream()
        .filter(
            sample -> sample.carries(observed.query().labels()) && names.contains(sample.name()))
        .map(MetricSample::series)
        .collect(Collectors.toSet());
  }
}
