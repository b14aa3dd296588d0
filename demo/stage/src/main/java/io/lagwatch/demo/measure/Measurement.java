package io.lagwatch.demo.measure;

import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.demo.environment.ExporterProcess;
import io.lagwatch.demo.environment.Http;
import io.lagwatch.demo.environment.WorkFolder;
import io.lagwatch.testbed.BrokerRequests;
import io.lagwatch.testbed.BrokerSettings;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import io.lagwatch.testbed.Topics;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Measures the exporter with ten queries on 500 partitions: the time until it is ready, the memory
 * after a minute of reports and scrapes each second, and the requests to the broker. Prints the
 * results without limits, because they depend on the machine.
 */
public final class Measurement {
  private static final int DRIVERS = 5;
  private static final int QUERIES = 2;
  private static final int PARTITIONS = 50;
  private static final int RECORDS = 200;
  private static final int STARTS = 5;
  private static final Duration LOAD = Duration.ofSeconds(60);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final BuildArtifacts artifacts;
  private final Path folder;
  private final PrintStream out;
  private final List<SyntheticDriver> drivers =
      IntStream.range(0, DRIVERS)
          .mapToObj(i -> new SyntheticDriver("app-" + i, QUERIES, PARTITIONS))
          .toList();

  /** Creates a measurement with its logs in the directory, which is emptied first. */
  public Measurement(BuildArtifacts artifacts, Path folder, PrintStream out) {
    this.artifacts = artifacts;
    this.folder = folder;
    this.out = out;
  }

  /** Measures and prints the results. */
  public void run() throws IOException {
    try (WorkFolder work = WorkFolder.take(folder);
        KafkaBroker broker =
            KafkaBroker.started(BrokerSettings.usual().withData(work.path().resolve("kafka")));
        BrokerRequests requests = BrokerRequests.of(broker)) {
      for (SyntheticDriver driver : drivers) {
        for (int i = 0; i < QUERIES; i++) {
          fill(broker.topics(), driver.topic(i));
        }
      }
      String kafka = broker.bootstrapServers();
      measure("java -jar lagwatch-exporter.jar", List.of(), kafka, requests);
      measure(
          "java "
              + String.join(" ", ExporterProcess.README_OPTIONS)
              + " -jar lagwatch-exporter.jar",
          ExporterProcess.README_OPTIONS,
          kafka,
          requests);
    }
  }

  /** Writes enough records, so that no position passes the end offset. */
  private static void fill(Topics topics, String topic) {
    topics.create(topic, PARTITIONS);
    for (int partition = 0; partition < PARTITIONS; partition++) {
      topics.produce(topic, partition, RECORDS);
    }
  }

  private void measure(String how, List<String> jvm, String kafka, BrokerRequests requests)
      throws IOException {
    out.println(how);
    List<Long> starts = new ArrayList<>();
    for (int i = 1; i <= STARTS; i++) {
      long began = System.nanoTime();
      int port = Loopback.freePort();
      try (OwnedProcess exporter = start(jvm, port, kafka)) {
        Http http = Http.onPort(port);
        awaitReady(exporter, http);
        starts.add(Duration.ofNanos(System.nanoTime() - began).toMillis());
        if (i == STARTS) {
          load(exporter, http, requests);
        }
      }
    }
    starts.sort(null);
    out.printf(
        "  ready after %d ms (median of %d starts; best %d, worst %d)%n",
        starts.get(STARTS / 2), STARTS, starts.get(0), starts.get(STARTS - 1));
  }

  private OwnedProcess start(List<String> jvm, int port, String bootstrap) throws IOException {
    String kafka =
        """
        kafka:
          - name: measured
            bootstrapServers: %s
            pollInterval: 1s
        """
            .formatted(bootstrap);
    return ExporterProcess.start(artifacts, jvm, port, kafka, folder.resolve("exporter-" + port));
  }

  private static void awaitReady(OwnedProcess exporter, Http http) {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!http.answers("/readyz")) {
      if (!exporter.isAlive() || System.nanoTime() > deadline) {
        throw new IllegalStateException("the exporter is not ready\n" + exporter.tail());
      }
      sleep(10);
    }
  }

  private void load(OwnedProcess exporter, Http http, BrokerRequests requests) throws IOException {
    long end = System.nanoTime() + LOAD.toNanos();
    Map<String, Long> before = requests.counts();
    int series = 0;
    while (System.nanoTime() < end) {
      for (SyntheticDriver driver : drivers) {
        http.post("/api/v1/reports", driver.nextReport());
      }
      series = http.scrape().samples().size();
      sleep(1_000);
    }
    out.printf(
        Locale.ROOT,
        "  %s; %d queries, %d partitions, %d series, a report and a scrape every second%n",
        memory(exporter.pid()),
        DRIVERS * QUERIES,
        DRIVERS * QUERIES * PARTITIONS,
        series);
    out.printf(
        "  requests to the broker in %d s, with a poll every second: %s%n",
        LOAD.toSeconds(), difference(before, requests.counts()));
  }

  private static Map<String, Long> difference(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> difference = new TreeMap<>();
    after.forEach((kind, count) -> difference.put(kind, count - before.getOrDefault(kind, 0L)));
    difference.values().removeIf(count -> count == 0);
    return difference;
  }

  private static String memory(long pid) throws IOException {
    List<String> status = Files.readAllLines(Path.of("/proc/" + pid + "/status"));
    return "resident %.0f MB, at most %.0f MB"
        .formatted(megabytes(status, "VmRSS:"), megabytes(status, "VmHWM:"));
  }

  private static double megabytes(List<String> status, String key) {
    return status.stream()
        .filter(line -> line.startsWith(key))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
        .findFirst()
        .orElse(Double.NaN);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
