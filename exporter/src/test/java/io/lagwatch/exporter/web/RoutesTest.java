package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.watch.ClusterStatus;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.Snapshots;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoutesTest {
  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.withoutToken();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nothing",
        "/api/v1",
        "/api/v1/queries/only-one",
        "/metrics/more",
        "/assets/",
        "/assets/page.css/x",
        "/assets/..%2f..%2fMain.class",
        "/favicon.ico"
      })
  void unknownPathsAre404(String path) {
    assertError(server.get(path), 404, "not_found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/metrics", "/api/v1/queries", "/healthz", "/assets/page.js"})
  void readOnlyRoutesRejectOtherMethods(String path) {
    for (var method : List.of("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW")) {
      var request = server.to(path).method(method, HttpRequest.BodyPublishers.ofString("x"));

      assertError(server.send(request), 405, "method_not_allowed");
    }
  }

  @Test
  void reportsAreOnlyPosted() {
    assertError(server.get("/api/v1/reports"), 405, "method_not_allowed");
  }

  @Test
  void headIsAnsweredWithoutABody() {
    var request = server.to("/metrics").method("HEAD", HttpRequest.BodyPublishers.noBody());
    var response = server.send(request);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void healthIsAlways200AndReadyAfterTheFirstPollOfEachCluster() {
    assertThat(server.get("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");
    assertThat(server.get("/readyz").statusCode()).isEqualTo(200);

    try (var starting = RunningServer.withoutToken()) {
      var unpolled = new ClusterStatus("other", null, null, null, Map.of(), null, null, List.of());
      starting.watch.show(
          () ->
              new Snapshot(
                  Snapshots.NOW,
                  List.of(),
                  List.of(),
                  List.of(),
                  List.of(Snapshots.cluster(), unpolled)));

      assertThat(starting.get("/healthz").statusCode()).isEqualTo(200);
      var notReady = starting.get("/readyz");
      assertThat(notReady.statusCode()).isEqualTo(503);
      assertThat(notReady.body()).isEqualTo("{\"status\":\"starting\",\"waitingFor\":[\"other\"]}");

      var down =
          new ClusterStatus(
              "other", false, null, null, Map.of(), "no route to host", null, List.of());
      starting.watch.show(
          () -> new Snapshot(Snapshots.NOW, List.of(), List.of(), List.of(), List.of(down)));
      assertThat(starting.get("/readyz").statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/metrics", "/nothing", "/api/v1/alerts", "/assets/page.css"})
  void everyResponseHasSecurityHeadersAndNoVersion(String path) {
    var headers = server.get(path).headers();

    assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'")
        .contains("script-src 'self'")
        .contains("style-src 'self'")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(headers.firstValue("Server")).isEmpty();
  }

  @Test
  void internalErrorIsANeutral500() {
    try (var broken = RunningServer.withoutToken()) {
      broken.watch.show(
          () -> {
            throw new IllegalStateException("secret detail");
          });

      var response = broken.get("/api/v1/queries");

      assertError(response, 500, "internal_error");
      assertThat(response.body()).doesNotContain("secret detail").doesNotContain("Exception");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GARBAGE\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        "POST /api/v1/reports HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
      })
  void invalidHttpGetsA4xxInTheSameForm(String request) {
    var answer = server.raw(request.getBytes(StandardCharsets.ISO_8859_1));

    assertThat(answer).matches("(?s)HTTP/1\\.[01] [45].*");
    assertThat(answer).contains("{\"error\":{\"code\":\"").doesNotContain("<html>");
  }

  @Test
  void hugeHeadersAre431AndHugePaths414() {
    var header = "GET / HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(100_000) + "\r\n\r\n";
    var path = "GET /" + "y".repeat(100_000) + " HTTP/1.1\r\nHost: x\r\n\r\n";

    assertThat(server.raw(header.getBytes(StandardCharsets.US_ASCII)))
        .startsWith("HTTP/1.1 431")
        .contains("headers_too_large");
    assertThat(server.raw(path.getBytes(StandardCharsets.US_ASCII)))
        .startsWith("HTTP/1.1 414")
        .contains("uri_too_long");
  }

  @Test
  void randomBytesChangeNothing() {
    var random = new Random(42);
    for (int i = 0; i < 200; i++) {
      var bytes = new byte[random.nextInt(400)];
      random.nextBytes(bytes);
      server.raw(bytes);
    }

    assertThat(server.watch.reports).isEmpty();
    assertThat(server.metrics().samples()).isNotEmpty();
  }

  @Test
  void requestsAreTimedByRouteAndUnknownPathsShareALabel() {
    try (var fresh = RunningServer.withoutToken()) {
      fresh.get("/api/v1/queries/shop/course-tiles");
      fresh.get("/made-up/1");
      fresh.get("/made-up/2");

      assertThat(fresh.metrics().samples())
          .containsEntry(
              "http_server_requests_seconds_count{method=GET, status=200,"
                  + " uri=/api/v1/queries/{app}/{query}}",
              1.0)
          .containsEntry(
              "http_server_requests_seconds_count{method=GET, status=404, uri=UNKNOWN}", 2.0);
    }
  }

  @Test
  void assetsAreSentOnceAndAnswered304After() {
    var first = server.get("/assets/page.css");
    var tag = first.headers().firstValue("ETag").orElseThrow();
    var second = server.send(server.to("/assets/page.css").header("If-None-Match", tag));

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.headers().firstValue("Content-Type")).contains("text/css; charset=utf-8");
    assertThat(second.statusCode()).isEqualTo(304);
    assertThat(second.body()).isEmpty();
  }

  private static void assertError(HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(response.body()).startsWith("{\"error\":{\"code\":\"" + code + "\",\"message\":");
  }
}
