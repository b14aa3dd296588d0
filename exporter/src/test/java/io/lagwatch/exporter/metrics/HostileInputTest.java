package io.lagwatch.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.Snapshots;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a snapshot holds, a scrape is valid and says what it left out. */
class HostileInputTest {
  private static final String APP = "shop";
  private static final String NAME = "course-tiles";
  private static final String OWN = "{app=shop, query=course-tiles}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with \"quotes\"",
        "two\nlines",
        "back\\slash",
        "tab\tand\rreturn",
        "naïve 数据 🚀",
        "a,b=\"c\"} 1",
        "# HELP x",
        " "
      })
  void namesComeThroughUnchangedWhateverTheyHold(String name) {
    assertThat(Scrapes.scrape(Snapshots.of(Snapshots.query(name, name).build())).samples())
        .containsEntry(
            "spark_streaming_batches_total" + new TreeMap<>(Map.of("app", name, "query", name)),
            120.0);
  }

  @Test
  void longNamesAndUnpairedSurrogatesGiveValidLabels() {
    var samples =
        Scrapes.scrape(
                Snapshots.of(
                    Snapshots.query("x".repeat(1000), "half \uD83D").build(),
                    Snapshots.query("x".repeat(1000), "half?").build()))
            .samples();

    assertThat(samples)
        .containsKey(
            "spark_streaming_batches_total{app=" + "x".repeat(1000) + ", query=half \uFFFD}");
  }

  @Test
  void duplicateLabelsAreOmittedAndCounted() {
    var first = Snapshots.query(APP, NAME).build();
    var second = Snapshots.query(APP, NAME).totals(Totals.NONE).build();

    var samples = Scrapes.scrape(Snapshots.of(first, second)).samples();

    assertThat(samples).containsEntry("spark_streaming_batches_total" + OWN, 120.0);
    assertThat(samples.get("lagwatch_samples_lost_total{reason=duplicate}")).isPositive();
  }

  @Test
  void metricThatADuplicateBeginsIsComplete() {
    var first = Snapshots.query(APP, NAME).build();
    var second = Snapshots.query(APP, NAME).error("java.io.IOException", "full").build();
    var third = Snapshots.query(APP, "other").error("java.io.IOException", "full").build();

    var exposition = Scrapes.scrape(Snapshots.of(first, second, third));

    assertThat(exposition.types())
        .containsEntry("spark_streaming_query_last_failure_info", "gauge");
    assertThat(exposition.samples().keySet())
        .filteredOn(key -> key.startsWith("spark_streaming_query_last_failure_info"))
        .singleElement()
        .asString()
        .contains("query=other");
  }

  @Test
  void negativeCounterIsOmittedAndCounted() {
    var query =
        Snapshots.query(APP, NAME)
            .totals(new Totals(-5, 0, 0, 0, 0, new Totals.Durations(-1, 0, new TreeMap<>())))
            .build();

    assertThat(Scrapes.scrape(Snapshots.of(query)).samples())
        .doesNotContainKey("spark_streaming_batches_total" + OWN)
        .containsEntry("lagwatch_samples_lost_total{reason=invalid}", 2.0);
  }

  @Test
  void scrapeSucceedsWhenTheMonitorThrows() {
    var watch = new FixedMonitor(Snapshots.of());
    watch.show(
        () -> {
          throw new IllegalStateException("broken");
        });
    var metrics = Scrapes.of(watch, PartitionMetrics.ALL);

    metrics.scrape(false);

    assertThat(Exposition.parse(Scrapes.text(metrics)).samples())
        .containsEntry("lagwatch_samples_lost_total{reason=failed}", 2.0);
  }
}
