package io.lagwatch.demo.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.metrics.TextFormat;
import io.lagwatch.testbed.Loopback;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * An HTTP client for one server of the demo. Thread-safe.
 *
 * @param base {@code http://127.0.0.1:9877}
 */
public record Http(URI base) {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Creates a client for the server on this port of the loopback interface. */
  public static Http onPort(int port) {
    return new Http(URI.create("http://" + Loopback.HOST + ":" + port));
  }

  /** Returns the exporter's {@code /metrics}, parsed strictly. */
  public Scrape scrape() throws IOException {
    return TextFormat.read(text("/metrics"));
  }

  /** Returns the current result of a Prometheus expression: the list {@code data.result}. */
  public JsonNode query(String expression) throws IOException {
    return json("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
        .at("/data/result");
  }

  /** Returns a JSON page. */
  public JsonNode json(String path) throws IOException {
    return JSON.readTree(text(path));
  }

  /** True if the page answers 200. */
  public boolean answers(String path) {
    try {
      return get(path).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the body of a page.
   *
   * @throws IOException if it does not answer 200
   */
  public String text(String path) throws IOException {
    HttpResponse<String> response = get(path);
    if (response.statusCode() != 200) {
      throw new IOException(
          base + path + ": expected 200, found " + response.statusCode() + " " + response.body());
    }
    return response.body();
  }

  /**
   * Posts JSON.
   *
   * @throws IOException if the answer is not a 2xx
   */
  public void post(String path, byte[] json) throws IOException {
    HttpResponse<String> response =
        send(
            HttpRequest.newBuilder(base.resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(json)));
    if (response.statusCode() / 100 != 2) {
      throw new IOException(
          base + path + ": expected 2xx, found " + response.statusCode() + " " + response.body());
    }
  }

  /**
   * Repeats a read whose connection broke. On a machine that starts many drivers, a response of the
   * exporter once ended in the middle of a chunk; neither its log nor reading the code of both ends
   * showed why. The cause is printed, so that it is known if it happens again.
   */
  private HttpResponse<String> get(String path) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path));
    try {
      return send(request);
    } catch (ConnectException | HttpTimeoutException | InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      System.err.println("GET " + base + path + " is repeated after:");
      e.printStackTrace();
      return send(request);
    }
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return CLIENT.send(request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }
}
