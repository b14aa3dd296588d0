package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Captures;
import io.lagwatch.exporter.ingest.ReportBody;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.metrics.MonitorMetrics;
import io.lagwatch.exporter.metrics.OwnMeters;
import io.lagwatch.exporter.watch.LiveMonitor;
import io.lagwatch.exporter.watch.SavedState;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Reports of real drivers with something changed, in their JSON or in their bytes. None of them
 * causes an error in the exporter, and one that is rejected changes nothing.
 */
class FuzzedReportsTest {
  private static final int INPUTS = Integer.getInteger("lagwatch.fuzzInputs", 20_000);
  private static final long SEED = Long.getLong("lagwatch.fuzzSeed", 9877);

  /** The monitor is replaced after this many inputs, so that random queries do not fill it. */
  private static final int INPUTS_PER_MONITOR = 1_000;

  private static final int INPUTS_PER_LOOK = 100;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Random random = new Random(SEED);
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<JsonNode> seeds = seeds();
  private int accepted;
  private int rejected;

  @Test
  void causeNoErrorAndChangeNothingWhenTheyAreRejected() throws Exception {
    var log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      for (int done = 0; done < INPUTS; done += INPUTS_PER_MONITOR) {
        send(Math.min(INPUTS_PER_MONITOR, INPUTS - done), done);
      }
    } finally {
      System.setErr(before);
    }
    assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain("Exception", "ERROR");
    assertThat(accepted).as("not all inputs are garbage").isGreaterThan(INPUTS / 20);
    assertThat(rejected).as("not all inputs are harmless").isGreaterThan(INPUTS / 20);
  }

  private void send(int inputs, int first) throws Exception {
    Clock clock = Clock.systemUTC();
    var monitor =
        new LiveMonitor(
            List.of(new LiveMonitor.Cluster("main", Pattern.compile(".*"), Duration.ofSeconds(15))),
            QueryRules.NONE,
            Duration.ofHours(1),
            clock.instant(),
            cluster -> {});
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var metrics = new MonitorMetrics(registry, monitor, clock, PartitionMetrics.ALL);
    var meters = new OwnMeters(registry, "0.1.0");
    try (var server =
        new WebServer(
            new WebSettings("127.0.0.1", 0, null),
            monitor,
            monitor.history(),
            ReportReceiver.into(monitor, clock),
            new MetricsEndpoint(registry, metrics::scrape, () -> {}),
            meters,
            clock)) {
      server.start();
      URI base = URI.create("http://127.0.0.1:" + server.port());
      List<?> known = state(monitor);
      for (int i = 0; i < inputs; i++) {
        byte[] input = input();
        int status = post(base, input);
        if (status != 202) {
          rejected++;
          assertThat(status).as(shown(first + i, input)).isBetween(400, 429);
          assertThat(state(monitor)).as(shown(first + i, input)).isEqualTo(known);
        } else {
          accepted++;
          known = state(monitor);
        }
        assertThat(monitor.guard().errors()).as(shown(first + i, input)).isZero();
        if (i % INPUTS_PER_LOOK == 0) {
          look(base, monitor);
          known = state(monitor);
        }
      }
      look(base, monitor);
    } finally {
      meters.close();
      registry.close();
    }
  }

  /** Polls Kafka, evaluates the alerts, and asks for everything that is shown. */
  private void look(URI base, LiveMonitor monitor) throws Exception {
    Instant now = Instant.now();
    Map<TopicPartition, ClusterPoll.Offsets> offsets = new HashMap<>();
    for (String topic : monitor.interest("main").topics()) {
      for (int partition = 0; partition < 3; partition++) {
        long end = Math.abs(random.nextLong() >> random.nextInt(63));
        offsets.put(
            new TopicPartition(topic, partition),
            new ClusterPoll.Offsets(end, random.nextBoolean() ? null : end / 2));
      }
    }
    monitor.polled(
        new ClusterPoll("main", offsets, Map.of(), Map.of(), Set.of()), now, Duration.ZERO);
    monitor.evaluate(now);
    for (String path : List.of("/metrics", "/", "/api/v1/queries", "/api/v1/alerts")) {
      var answer =
          http.send(
              HttpRequest.newBuilder(base.resolve(path)).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(path).isEqualTo(200);
    }
    assertThat(monitor.guard().errors()).isZero();
  }

  /** What is saved, without the offsets that polls brought. */
  private static List<?> state(LiveMonitor monitor) {
    SavedState state = monitor.state(Instant.EPOCH);
    return List.of(state.queries(), state.forgottenRuns());
  }

  private int post(URI base, byte[] body) throws IOException, InterruptedException {
    return http.send(
            HttpRequest.newBuilder(base.resolve("/api/v1/reports"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private static String shown(int number, byte[] input) {
    return "input "
        + number
        + " of seed "
        + SEED
        + ": "
        + new String(input, StandardCharsets.UTF_8);
  }

  private static List<JsonNode> seeds() {
    List<JsonNode> seeds = new ArrayList<>();
    for (String version : Captures.VERSIONS) {
      List<JsonNode> events = Captures.events(version);
      int step = Math.max(1, events.size() / 60);
      for (int i = 0; i < events.size(); i += step) {
        JsonNode progress = events.get(i).path("progress");
        if (progress.isObject()) {
          seeds.add(
              tree(
                  ReportBody.smallest()
                      .with("/queries/0/id", progress.path("id"))
                      .with("/queries/0/runId", progress.path("runId"))
                      .with("/queries/0/name", progress.path("name"))
                      .with("/queries/0/totals/batches", "" + (i + 1))
                      .with("/queries/0/progress", progress)
                      .bytes()));
        }
      }
    }
    assertThat(seeds).hasSizeGreaterThan(50);
    return seeds;
  }

  private static JsonNode tree(byte[] json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] input() {
    ObjectNode report = (ObjectNode) any(seeds).deepCopy();
    report.put("sentAt", Instant.now().toString());
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      change(report);
    }
    byte[] bytes = report.toString().getBytes(StandardCharsets.UTF_8);
    return random.nextInt(4) == 0 ? changed(bytes) : bytes;
  }

  /** Changes one value somewhere in the tree. */
  private void change(JsonNode root) {
    JsonNode at = root;
    JsonNode next = root;
    while (next.isContainerNode() && next.size() > 0 && (at == root || random.nextInt(6) > 0)) {
      at = next;
      next = next.isArray() ? next.get(random.nextInt(next.size())) : next.get(any(names(next)));
    }
    if (at instanceof ArrayNode list) {
      changeList(list);
    } else if (at instanceof ObjectNode object) {
      changeObject(object);
    }
  }

  private void changeList(ArrayNode list) {
    int index = list.isEmpty() ? 0 : random.nextInt(list.size());
    switch (random.nextInt(4)) {
      case 0 -> list.insert(index, value());
      case 1 -> list.remove(index);
      case 2 -> {
        if (!list.isEmpty()) {
          list.add(list.get(index).deepCopy());
        }
      }
      default -> {
        if (!list.isEmpty()) {
          list.set(index, value());
        }
      }
    }
  }

  private void changeObject(ObjectNode object) {
    String name = object.isEmpty() ? "x" : any(names(object));
    switch (random.nextInt(5)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(text(), value());
      case 2 -> object.set(any(names(any(seeds).path("queries").path(0))), value());
      default -> object.set(name, value());
    }
  }

  private JsonNode value() {
    return switch (random.nextInt(12)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(random.nextLong() >> random.nextInt(64));
      case 3 -> NODES.numberNode(any(List.of(-1L, 0L, 1L, Long.MAX_VALUE, Long.MIN_VALUE)));
      case 4 -> NODES.numberNode(any(List.of(Double.NaN, 1e308, -0.0, 1e-300, 0.5)));
      case 5 -> NODES.numberNode(new BigInteger("9223372036854775808"));
      case 6 -> NODES.objectNode().set(text(), NODES.objectNode().put(text(), random.nextLong()));
      case 7 -> NODES.arrayNode().add(text()).add(1);
      case 8 -> any(seeds).path("queries").path(0).path("progress").path("sources").deepCopy();
      case 9 -> any(seeds).path("queries").path(0).deepCopy();
      default -> NODES.textNode(text());
    };
  }

  private String text() {
    return switch (random.nextInt(12)) {
      case 0 -> "";
      case 1 -> "x".repeat(1 + random.nextInt(2_000));
      case 2 -> "\u0000\ud800\u202e\n\"\\<script>";
      case 3 -> "KafkaV2[Subscribe[a, a, " + random.nextInt(5) + "]]";
      case 4 -> "KafkaV2[SubscribePattern[" + any(List.of("(a+)+$", "[", ".*", "(?")) + "]]";
      case 5 -> "KafkaV2[Assign[a-0, b-" + random.nextInt() + "]]";
      case 6 -> Instant.ofEpochSecond(random.nextLong() >> (20 + random.nextInt(40))).toString();
      case 7 -> "-999999999-01-01T00:00:00Z";
      case 8 -> "" + random.nextLong();
      case 9 -> "{\"a\":{\"0\":" + random.nextInt() + "}}";
      case 10 -> any(List.of("RUNNING", "STOPPED", "FAILED", "progress", "sources", "endOffset"));
      default -> "name-" + random.nextInt(50);
    };
  }

  /** The same bytes with some changed, cut off, or from another report. */
  private byte[] changed(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(3)) {
      case 0 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 1 -> {
        byte[] other = any(seeds).toString().getBytes(StandardCharsets.UTF_8);
        var spliced = new ByteArrayOutputStream();
        spliced.write(bytes, 0, at);
        int from = random.nextInt(other.length);
        spliced.write(other, from, other.length - from);
        return spliced.toByteArray();
      }
      default -> {
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
      }
    }
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names.isEmpty() ? List.of("x") : names;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
