package io.lagwatch.demo.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.demo.environment.Checkpoint;
import io.lagwatch.demo.environment.SubmittedApplication;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A real Spark driver that starts and stops queries on request. */
final class QueryDriver implements AutoCloseable {
  /** The application's name, the label {@code app}. */
  static final String APP = "truth";

  /** Long, because the first query loads many classes of Spark and the machine may be busy. */
  private static final Duration TIMEOUT = Duration.ofSeconds(120);

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final OwnedProcess process;
  private final URI control;
  private final Path checkpoints;

  private QueryDriver(OwnedProcess process, URI control, Path checkpoints) {
    this.process = process;
    this.control = control;
    this.checkpoints = checkpoints;
  }

  /**
   * Starts a driver and waits until it accepts requests.
   *
   * @param endpoint address to which its listener sends reports
   * @param folder folder for its log and its queries' checkpoints. A later driver continues from
   *     them
   */
  static QueryDriver start(BuildArtifacts artifacts, String bootstrap, URI endpoint, Path folder)
      throws IOException {
    int port = Loopback.freePort();
    Path checkpoints = folder.resolve("checkpoints");
    OwnedProcess process =
        new SubmittedApplication(
                APP,
                "io.lagwatch.demo.jobs.QueriesOnDemand",
                artifacts.jobsJar(),
                Map.of("spark.lagwatch.heartbeat", "1s"),
                List.of(Integer.toString(port), bootstrap, checkpoints.toString()))
            .start(artifacts, endpoint.toString(), folder);
    URI control = URI.create("http://" + Loopback.HOST + ":" + port);
    QueryDriver driver = new QueryDriver(process, control, checkpoints);
    await("the driver accepts requests").atMost(TIMEOUT).until(driver::ready);
    return driver;
  }

  void start(QueryRequest request) throws IOException {
    order("/start", request.json());
  }

  /** Stops a query and waits for its end; does nothing if it is not running. */
  void stop(QueryRequest request) throws IOException {
    order("/stop", QueryRequest.JSON.createObjectNode().put("name", request.name()));
  }

  Checkpoint checkpoint(QueryRequest request) {
    return new Checkpoint(checkpoints.resolve(request.name()));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the driver with SIGKILL. */
  void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.close();
  }

  private boolean ready() throws IOException {
    assertThat(process.isAlive()).as(() -> "the driver runs\n" + process.tail()).isTrue();
    try {
      stop(QueryRequest.oneBatch("nobody"));
      return true;
    } catch (ConnectException e) {
      return false;
    }
  }

  private void order(String path, JsonNode order) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(control.resolve(path))
            .timeout(TIMEOUT)
            .POST(HttpRequest.BodyPublishers.ofString(order.toString()))
            .build();
    try {
      HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode())
          .as(() -> path + " " + order + ": " + answer.body())
          .isEqualTo(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
