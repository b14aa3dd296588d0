package io.lagwatch.exporter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.exporter.alert.Promtool;
import io.lagwatch.exporter.scenario.DashboardStory;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.awaitility.Awaitility;

/** A real Prometheus that holds a whole story and scrapes nothing. */
final class StoredPrometheus implements AutoCloseable {
  private static final Duration STEP = Duration.ofMinutes(1);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final DashboardStory story;
  private final OwnedProcess process;
  private final String address = Loopback.HOST + ":" + Loopback.freePort();

  /**
   * Fills it and starts it; returns when it answers.
   *
   * @param stories for its data under the story's name, which stay: the preview draws them too
   */
  StoredPrometheus(Promtool promtool, DashboardStory story, Path stories)
      throws IOException, InterruptedException {
    this.story = story;
    Path folder = stories.resolve(story.name());
    remove(folder);
    Path samples = Files.createDirectories(folder).resolve("samples.om");
    Path data = folder.resolve("data");
    story.write(samples);
    promtool.passes(
        "tsdb",
        "create-blocks-from",
        "openmetrics",
        "--quiet",
        samples.toString(),
        data.toString());
    Files.delete(samples);
    Path config = Files.writeString(folder.resolve("prometheus.yml"), "scrape_configs: []\n");
    Files.writeString(
        folder.resolve("story.env"),
        "from=%d to=%d scrape=%d\n"
            .formatted(
                story.from().getEpochSecond(),
                story.to().getEpochSecond(),
                story.scrapeInterval().toSeconds()));
    process =
        OwnedProcess.start(
            "Prometheus",
            folder.resolve("prometheus.log"),
            List.of(
                promtool.binary().resolveSibling("prometheus").toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + data,
                "--storage.tsdb.retention.time=100y",
                // Blocks hold no word of a series' end.
                "--query.lookback-delta=" + story.scrapeInterval().toSeconds() * 2 + "s",
                "--web.listen-address=" + address,
                "--log.level=warn"));
    Awaitility.await()
        .atMost(Duration.ofSeconds(90))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> send("/-/ready").statusCode() == 200);
  }

  /** The result of an instant query; fails where Prometheus finds a fault with it. */
  JsonNode at(Instant time, String query) throws IOException, InterruptedException {
    return ask("query?time=" + time.getEpochSecond() + "&query=" + encoded(query)).path("result");
  }

  /** The result of a range query over the whole story. */
  JsonNode overall(String query) throws IOException, InterruptedException {
    String range =
        "query_range?start=%d&end=%d&step=%d&query="
            .formatted(
                story.from().getEpochSecond(), story.to().getEpochSecond(), STEP.toSeconds());
    return ask(range + encoded(query)).path("result");
  }

  /** The values of a label over the series that a selector finds. */
  JsonNode labelValues(String selector, String label) throws IOException, InterruptedException {
    String range =
        "start=%d&end=%d".formatted(story.from().getEpochSecond(), story.to().getEpochSecond());
    return ask("label/" + label + "/values?" + range + "&match[]=" + encoded(selector));
  }

  private JsonNode ask(String path) throws IOException, InterruptedException {
    HttpResponse<String> response = send("/api/v1/" + path);
    assertThat(response.statusCode()).as("%s: %s", path, response.body()).isEqualTo(200);
    return MAPPER.readTree(response.body()).path("data");
  }

  private HttpResponse<String> send(String path) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://" + address + path)).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (var files = Files.walk(folder)) {
        for (Path one : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(one);
        }
      }
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    process.close();
  }
}
