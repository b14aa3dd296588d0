package io.lagwatch.exporter.scenario;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Scrapes with their times, in the form that {@code promtool tsdb create-blocks-from openmetrics}
 * takes, under the labels that Prometheus adds.
 */
final class OpenMetricsFile implements AutoCloseable {
  private static final String TARGET = "job=\"lagwatch\",instance=\"exporter:9877\"";

  private final BufferedWriter out;

  OpenMetricsFile(Path file) throws IOException {
    out = Files.newBufferedWriter(file);
  }

  /** Adds a scrape in the Prometheus text format. */
  void scraped(Instant at, String scrape) {
    try {
      for (String line : scrape.split("\n")) {
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
