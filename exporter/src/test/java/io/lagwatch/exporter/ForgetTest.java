package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.Loaded;
import io.lagwatch.exporter.config.Settings;
import io.lagwatch.exporter.config.SettingsLoader;
import io.lagwatch.exporter.ingest.ReportBody;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Removing a query by HTTP and by the command line, from the exporter as its process runs it. */
class ForgetTest {
  private static final String TOKEN = "s3cret";
  private static final String LIST = "/api/v1/queries";

  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void aStoppedQueryIsRemovedOnce() throws Exception {
    try (Serve serve = started(null)) {
      post(serve, "STOPPED");
      String path = pathOfTheQuery(serve);
      assertThat(delete(serve, path, null).statusCode()).isEqualTo(204);
      assertThat(get(serve, path).statusCode()).isEqualTo(404);
      HttpResponse<String> again = delete(serve, path, null);
      assertThat(again.statusCode()).isEqualTo(404);
      assertThat(again.body()).contains("{\"error\":{\"code\":\"unknown_query\"");
    }
  }

  @Test
  void aRunningQueryIsKept() throws Exception {
    try (Serve serve = started(null)) {
      post(serve, "RUNNING");
      String path = pathOfTheQuery(serve);
      HttpResponse<String> refused = delete(serve, path, null);
      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(refused.body()).contains("{\"error\":{\"code\":\"query_running\"");
      assertThat(get(serve, path).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void theTokenIsNeeded() throws Exception {
    try (Serve serve = started(TOKEN)) {
      post(serve, "STOPPED");
      String path = pathOfTheQuery(serve);
      assertThat(delete(serve, path, null).body()).contains("token_missing");
      assertThat(delete(serve, path, "wrong").body()).contains("token_wrong");
      assertThat(get(serve, path).statusCode()).isEqualTo(200);
      assertThat(delete(serve, path, TOKEN).statusCode()).isEqualTo(204);
    }
  }

  @Test
  void laterReportsOfItsEndDoNotAddItAgain() throws Exception {
    try (Serve serve = started(null)) {
      post(serve, "FAILED");
      assertThat(delete(serve, pathOfTheQuery(serve), null).statusCode()).isEqualTo(204);
      post(serve, "FAILED");
      assertThat(get(serve, LIST).body()).contains("\"queries\":[]");
    }
    try (Serve restarted = started(null)) {
      post(restarted, "FAILED");
      assertThat(get(restarted, LIST).body()).contains("\"queries\":[]");
      post(restarted, "RUNNING");
      assertThat(get(restarted, pathOfTheQuery(restarted)).body()).contains("\"runs\":1");
    }
  }

  @Test
  void theCommandRemovesAQuery() throws Exception {
    try (Serve serve = started(TOKEN)) {
      post(serve, "STOPPED");
      String path = pathOfTheQuery(serve);
      String[] names = path.substring(LIST.length() + 1).split("/");
      assertThat(command(serve.port(), Map.of(), names)).isEqualTo(1);
      assertThat(err.toString()).contains("status 401", "token_missing");
      assertThat(command(serve.port(), Map.of("LAGWATCH_TOKEN", TOKEN), names)).isZero();
      assertThat(out.toString()).contains("Removed " + names[0] + "/" + names[1] + ".");
      assertThat(get(serve, path).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void commandReportsAnUnreachableExporter() throws Exception {
    int closed;
    try (var socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    assertThat(command(closed, Map.of(), "an app", "a/query")).isEqualTo(2);
    assertThat(err.toString()).startsWith("Cannot reach the exporter at http://127.0.0.1:");
  }

  @Test
  void theCommandNamesAnInvalidAddress() {
    assertThat(command("localhost", Map.of(), "app", "query")).isEqualTo(2);
    assertThat(err.toString().strip())
        .isEqualTo("--exporter: expected an address such as http://host:9877, found localhost");
  }

  private int command(int port, Map<String, String> environment, String... names) {
    return command("http://127.0.0.1:" + port, environment, names);
  }

  private int command(String exporter, Map<String, String> environment, String... names) {
    var commands =
        Main.commandLine(
            settings -> 7, environment, new PrintWriter(out, true), new PrintWriter(err, true));
    return commands.execute("forget", names[0], names[1], "--exporter", exporter);
  }

  private Serve started(@Nullable String token) throws Exception {
    var flags =
        Map.of("--listen", "127.0.0.1:0", "--state-file", folder.resolve("state").toString());
    var environment = new HashMap<String, String>();
    if (token != null) {
      environment.put("LAGWATCH_TOKEN", token);
    }
    Settings settings = ((Loaded.Good) new SettingsLoader(flags, environment).load()).settings();
    Serve serve = Serve.open(settings, Clock.systemUTC());
    serve.start();
    return serve;
  }

  private void post(Serve serve, String status) throws Exception {
    byte[] body = ReportBody.smallest().with("/queries/0/status", '"' + status + '"').bytes();
    HttpRequest.Builder request =
        request(serve, "/api/v1/reports", TOKEN)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    assertThat(send(request).statusCode()).isEqualTo(202);
  }

  private String pathOfTheQuery(Serve serve) throws Exception {
    String body = get(serve, LIST).body();
    return LIST + "/" + text(body, "app") + "/" + text(body, "query");
  }

  private static String text(String json, String field) {
    String before = "\"" + field + "\":\"";
    assertThat(json).contains(before);
    String rest = json.substring(json.indexOf(before) + before.length());
    return rest.substring(0, rest.indexOf('"'));
  }

  private HttpResponse<String> delete(Serve serve, String path, @Nullable String token)
      throws Exception {
    return send(request(serve, path, token).DELETE());
  }

  private HttpResponse<String> get(Serve serve, String path) throws Exception {
    return send(request(serve, path, null));
  }

  private static HttpRequest.Builder request(Serve serve, String path, @Nullable String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + serve.port() + path));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
