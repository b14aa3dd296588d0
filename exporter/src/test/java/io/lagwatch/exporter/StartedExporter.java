package io.lagwatch.exporter;

import static org.awaitility.Awaitility.await;

import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An exporter in a process and a heap of its own, over real HTTP on a free port of loopback. */
public final class StartedExporter implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern LISTENS =
      Pattern.compile("listens on http://127\\.0\\.0\\.1:(\\d+)");

  private final OwnedProcess process;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;

  private StartedExporter(OwnedProcess process) {
    this.process = process;
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> LISTENS.matcher(log()).find() || !process.isAlive());
    Matcher listens = LISTENS.matcher(log());
    if (!listens.find()) {
      throw new IllegalStateException("the exporter did not start\n" + process.tail());
    }
    port = Integer.parseInt(listens.group(1));
  }

  /**
   * Starts an exporter and returns when it listens.
   *
   * @param log a file that does not exist yet
   * @param arguments in addition to a free port
   */
  public static StartedExporter start(Path log, String heap, String... arguments) {
    List<String> all = new ArrayList<>(List.of("--listen", "127.0.0.1:0"));
    all.addAll(List.of(arguments));
    return new StartedExporter(process(log, heap, all));
  }

  /** Starts the process with the JVM options of the start script and exactly these arguments. */
  static OwnedProcess process(Path log, String heap, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                OwnedProcess.java(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.lagwatch.exporter.Main"));
    command.addAll(arguments);
    return OwnedProcess.start("exporter", log, command);
  }

  public long pid() {
    return process.pid();
  }

  public int port() {
    return port;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Everything it has logged. */
  public String log() {
    try {
      return Files.exists(process.log()) ? Files.readString(process.log()) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public HttpResponse<String> get(String path) throws IOException {
    return send(to(path));
  }

  public HttpResponse<String> report(byte[] body) throws IOException {
    return send(
        to("/api/v1/reports")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  public HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(PATIENCE);
  }

  public HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Ends it as {@code kill -9} does. */
  public void kill() {
    process.kill();
  }

  /** Ends it as a service manager does. */
  @Override
  public void close() {
    process.close();
  }
}
