package io.lagwatch.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.Snapshots;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The text of a scrape has the meaning that the writers of Prometheus's own library give it. */
class PrometheusLibraryTest {
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  static Stream<Snapshot> snapshots() {
    PartitionLag[] partitions =
        IntStream.range(0, 250)
            .mapToObj(
                i ->
                    i % 9 == 0
                        ? Snapshots.unknown("topic." + i % 3, i)
                        : Snapshots.measured("topic." + i % 3, i, i, (1L << 40) + 17L * i))
            .toArray(PartitionLag[]::new);
    return Stream.of(
        Snapshots.of(),
        Snapshots.of(
            Snapshots.query("shop", "tiles")
                .inFlight()
                .error("java.io.IOException", "full")
                .build(),
            Snapshots.query("shop", "idle").state(QueryState.IDLE).build(),
            Snapshots.query("shop", "unknown").progress(null).signals(Signals.UNKNOWN).build()),
        Snapshots.of(Snapshots.query("shop", "wide").lag(Snapshots.lag(partitions)).build()),
        Snapshots.of(
            Snapshots.query("a\\b \"c\"\n{d} 数据 🚀", "e=\"f\",")
                .error("\"x\"", "line 1\\nline\u00a02 \uD83D")
                .build(),
            Snapshots.query("", " ")
                .totals(
                    new Totals(
                        9_007_199_254_740_993L,
                        1,
                        2,
                        3,
                        4,
                        new Totals.Durations(10, 0.1, new TreeMap<>(Map.of(0.5, 6L, 5.0, 4L)))))
                .build()),
        Snapshots.missing(Duration.ofHours(27)));
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void textFormatHasTheSameMeaning(Snapshot snapshot) throws IOException {
    Exposition ours = Exposition.parse(scrape(snapshot, false));
    Exposition library = Exposition.parse(byLibrary(snapshot, "text/plain; version=0.0.4"));

    assertThat(withoutLost(ours.samples())).isEqualTo(library.samples());
    assertThat(withoutLost(ours.types())).isEqualTo(library.types());
    assertThat(withoutLost(ours.helps())).isEqualTo(library.helps());
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void openMetricsHasTheSameMeaning(Snapshot snapshot) throws IOException {
    String ours = scrape(snapshot, true);

    assertThat(ours).endsWith("# EOF\n").containsOnlyOnce("# EOF");
    assertThat(lines(ours))
        .isEqualTo(lines(byLibrary(snapshot, "application/openmetrics-text; version=1.0.0")));
  }

  private static String scrape(Snapshot snapshot, boolean openMetrics) {
    byte[] bytes = Scrapes.of(new FixedMonitor(snapshot), PartitionMetrics.ALL).scrape(openMetrics);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String byLibrary(Snapshot snapshot, String type) throws IOException {
    var samples = new LibrarySamples();
    for (var query : snapshot.queries()) {
      for (var metric : MetricTable.ofQueries(PartitionMetrics.ALL)) {
        samples.collect(metric, query, query.key().app(), query.key().query());
      }
    }
    for (var query : snapshot.missing()) {
      for (var metric : MissingQueryMetrics.ALL) {
        samples.collect(metric, query, query.key().app(), query.key().query());
      }
    }
    for (var cluster : snapshot.clusters()) {
      for (var metric : ClusterMetrics.ALL) {
        samples.collect(metric, cluster, cluster.name());
      }
    }
    var text = new ByteArrayOutputStream();
    ExpositionFormats.init().findWriter(type).write(text, samples.build());
    return text.toString(StandardCharsets.UTF_8);
  }

  /** The counter of lost samples is not a metric of the snapshot. */
  private static <V> Map<String, V> withoutLost(Map<String, V> all) {
    var others = new TreeMap<>(all);
    others.keySet().removeIf(name -> name.startsWith("lagwatch_samples_lost"));
    return others;
  }

  /** The lines in order, with sorted labels and numbers in one form. */
  private static TreeSet<String> lines(String text) {
    var lines = new TreeSet<String>();
    for (String line : text.split("\n")) {
      if (!line.contains("lagwatch_samples_lost")) {
        lines.add(line.startsWith("#") ? line : sample(line));
      }
    }
    return lines;
  }

  private static String sample(String line) {
    int value = line.lastIndexOf(' ');
    List<String> labels = new ArrayList<>();
    int brace = line.indexOf('{');
    var matcher = LABEL.matcher(line.substring(0, value));
    while (matcher.find()) {
      labels.add(matcher.group());
    }
    labels.sort(null);
    String name = line.substring(0, brace < 0 ? value : brace);
    return name + labels + " " + Double.parseDouble(line.substring(value + 1));
  }
}
