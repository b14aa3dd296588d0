package io.lagwatch.exporter;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Removes a query from a running exporter. Exit code 1 if the exporter rejects the request, 2 if it
 * cannot be reached.
 */
@Command(
    name = "forget",
    description =
        "Removes an ended or lost query and its alerts from a running exporter. The token is read"
            + " from LAGWATCH_TOKEN.",
    mixinStandardHelpOptions = true)
final class ForgetCommand implements Callable<Integer> {
  private static final int REJECTED = 1;
  private static final int UNREACHABLE = 2;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final Map<String, String> environment;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(index = "0", paramLabel = "APP", description = "the label app of the query")
  private @Nullable String app;

  @Parameters(index = "1", paramLabel = "QUERY", description = "the label query of the query")
  private @Nullable String query;

  @Option(
      names = "--exporter",
      paramLabel = "URL",
      defaultValue = "http://localhost:9877",
      description = "address of the exporter, ${DEFAULT-VALUE} by default")
  private @Nullable String exporter;

  ForgetCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    HttpRequest request = request();
    if (request == null) {
      err().println("--exporter: expected an address such as http://host:9877, found " + exporter);
      return UNREACHABLE;
    }
    try {
      HttpResponse<String> response =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() == 204) {
        out().println("Removed " + app + "/" + query + ".");
        return 0;
      }
      err()
          .println(
              "The exporter answered with status "
                  + response.statusCode()
                  + ": "
                  + response.body());
      return REJECTED;
    } catch (IOException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      err().println("Cannot reach the exporter at " + exporter + ": " + reason);
      return UNREACHABLE;
    }
  }

  /** Returns the request; null if the address of the exporter is invalid. */
  private @Nullable HttpRequest request() {
    String base = Objects.requireNonNull(exporter).replaceAll("/+$", "");
    HttpRequest.Builder request;
    try {
      URI uri = URI.create(base + "/api/v1/queries/" + encoded(app) + "/" + encoded(query));
      request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).DELETE();
    } catch (IllegalArgumentException invalid) {
      return null;
    }
    String token = environment.get("LAGWATCH_TOKEN");
    if (token != null && !token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return request.build();
  }

  private static String encoded(@Nullable String name) {
    return URLEncoder.encode(Objects.requireNonNull(name), StandardCharsets.UTF_8)
        .replace("+", "%20");
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }

  private PrintWriter err() {
    return Objects.requireNonNull(spec).commandLine().getErr();
  }
}
