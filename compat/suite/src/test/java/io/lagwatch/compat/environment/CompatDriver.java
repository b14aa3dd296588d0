package io.lagwatch.compat.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.demo.environment.Checkpoint;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A driver that runs {@code io.lagwatch.compat.jobs.QueryServer}, which starts and stops queries on
 * request. Thread-safe.
 */
public final class CompatDriver implements AutoCloseable {
  /** The first query loads many classes of Spark, and the machine may be busy. */
  private static final Duration TIMEOUT = Duration.ofSeconds(120);

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final OwnedProcess process;
  private final URI control;
  private final Path checkpoints;

  private CompatDriver(OwnedProcess process, URI control, Path checkpoints) {
    this.process = process;
    this.control = control;
    this.checkpoints = checkpoints;
  }

  /**
   * Starts a driver; returns when it accepts requests.
   *
   * @param bootstrap the brokers; empty without a broker
   * @param folder folder for its log and the checkpoints of its queries. A later driver continues
   *     from them
   */
  public static CompatDriver start(Application application, String bootstrap, Path folder)
      throws IOException {
    int port = Loopback.freePort();
    Path checkpoints = folder.resolve("checkpoints");
    OwnedProcess process =
        application.start(
            folder, "QueryServer", Integer.toString(port), bootstrap, checkpoints.toString());
    return awaited(process, port, checkpoints);
  }

  /**
   * Connects to a process that was started in another way with {@code QueryServer} as its main
   * class; returns when it accepts requests.
   *
   * @param port its first argument
   * @param checkpoints its third argument
   */
  public static CompatDriver awaited(OwnedProcess process, int port, Path checkpoints) {
    URI control = URI.create("http://" + Loopback.HOST + ":" + port);
    CompatDriver driver = new CompatDriver(process, control, checkpoints);
    await("the driver takes orders")
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofMillis(50))
        .until(driver::ready);
    return driver;
  }

  /** Starts a query; returns its run id. */
  public String start(Query query) throws IOException {
    return order("/start", query.json()).get("runId").asText();
  }

  /**
   * Starts a query that Spark rejects.
   *
   * @return Spark's error
   */
  public String refusal(Query query) throws IOException {
    HttpResponse<String> answer = send("/start", query.json().toString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(500);
    return JSON.readTree(answer.body()).get("problem").asText();
  }

  /** Stops the query with this name; returns when it has ended. */
  public void stop(String query) throws IOException {
    order("/stop", JSON.createObjectNode().put("name", query));
  }

  public void stopRun(String runId) throws IOException {
    order("/stop", JSON.createObjectNode().put("runId", runId));
  }

  /**
   * Returns every query that was ever started, in order: {@code id, runId, name, active,
   * causeClass, causeLine, batchId}. The cause is its exception, and the batch is the newest one
   * with a progress.
   */
  public JsonNode queries() throws IOException {
    return order("/queries", JSON.createObjectNode());
  }

  /**
   * Returns for each {@code LargeProgress} query, by name: {@code characters}, the length of the
   * metric in its largest progress, and {@code batches}, the number of its batches.
   */
  public JsonNode observed() throws IOException {
    return order("/observed", JSON.createObjectNode());
  }

  /** Returns the query of one run. */
  public JsonNode query(String runId) throws IOException {
    for (JsonNode query : queries()) {
      if (query.get("runId").asText().equals(runId)) {
        return query;
      }
    }
    throw new IllegalArgumentException("queries: expected run " + runId + ", found none");
  }

  /** Stops the SparkContext; the process keeps running. */
  public void stopContext() throws IOException {
    order("/end", JSON.createObjectNode());
  }

  /** Returns the names of the driver's live threads. */
  public List<String> threads() throws IOException {
    return List.of(JSON.treeToValue(order("/threads", JSON.createObjectNode()), String[].class));
  }

  public Checkpoint checkpoint(String query) {
    return new Checkpoint(checkpoints.resolve(query));
  }

  /** Returns the log so far. */
  public String log() throws IOException {
    return Files.readString(process.log());
  }

  public OwnedProcess process() {
    return process;
  }

  /** Kills the driver like {@code kill -9}. */
  public void kill() {
    process.kill();
  }

  /** Ends the driver like SIGTERM; does nothing if it has ended. */
  @Override
  public void close() {
    process.close();
  }

  private boolean ready() {
    assertThat(process.isAlive()).as(() -> "the driver runs\n" + process.tail()).isTrue();
    try {
      queries();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private JsonNode order(String path, JsonNode order) throws IOException {
    HttpResponse<String> answer = send(path, order.toString());
    assertThat(answer.statusCode())
        .as(() -> path + " " + order + ": " + answer.body() + "\n" + process.tail())
        .isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private HttpResponse<String> send(String path, String body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(control.resolve(path))
            .timeout(TIMEOUT)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
