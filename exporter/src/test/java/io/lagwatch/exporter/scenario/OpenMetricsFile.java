package io.lagwatch.exporter.scenario;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Scrapes with their times, in the form that {@code promtool tsdb create-blocks-from openmetrics}
 * takes, under the labels that Prometheus adds.
 */
final class OpenMetricsFile implements AutoCloseable {
  private static final String TARGET = "job=\"lagwatch\",instance=\"exporter:9877\"";

  private final PrometheusTextFormatWriter format =
      PrometheusTextFormatWriter.builder().setIncludeCreatedTimestamps(false).build();
  private final BufferedWriter out;

  OpenMetricsFile(Path file) throws IOException {
    out = Files.newBufferedWriter(file);
  }

  void scraped(Instant at, MetricSnapshots scrape) {
    try {
      var text = new ByteArrayOutputStream();
      format.write(text, scrape);
      for (String line : text.toString(StandardCharsets.UTF_8).split("\n")) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          out.write(labelled(line) + " " + at.getEpochSecond() + "\n");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String labelled(String line) {
    int brace = line.indexOf('{');
    int space = line.indexOf(' ');
    return brace < 0 || space < brace
        ? line.substring(0, space) + "{" + TARGET + "}" + line.substring(space)
        : line.substring(0, brace + 1) + TARGET + "," + line.substring(brace + 1);
  }

  @Override
  public void close() throws IOException {
    out.write("# EOF\n");
    out.close();
  }
}
