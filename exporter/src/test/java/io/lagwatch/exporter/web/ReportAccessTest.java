package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.exporter.ingest.ReportBody;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.Snapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may report. */
class ReportAccessTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Forwarded: for=127.0.0.1",
        "X-Forwarded-For: 127.0.0.1",
        "X-Forwarded-Host: localhost",
        "x-forwarded-proto: http",
        "X-Real-IP: 127.0.0.1",
        "Via: 1.1 proxy",
        "Origin: http://localhost",
        "Origin: null"
      })
  void withoutATokenAForwardedReportIsNotALocalOne(String header) {
    try (var open = RunningServer.withoutToken()) {
      var answer = open.raw(report("Host: localhost\r\n" + header));

      assertThat(answer).startsWith("HTTP/1.1 403").contains("not_local");
      assertThat(answer).contains("spark.lagwatch.token");
      assertThat(open.watch.reports).isEmpty();
    }
  }

  @Test
  void withoutATokenTheHostMustBeALoopbackName() {
    try (var open = RunningServer.withoutToken()) {
      assertThat(open.raw(report("Host: rebound.example"))).startsWith("HTTP/1.1 403");
      assertThat(open.raw(report("Host: localhost:9877"))).startsWith("HTTP/1.1 202");
      assertThat(open.watch.reports).hasSize(1);
    }
  }

  @Test
  void twoHostHeadersAreNotLogged() {
    var log = new ByteArrayOutputStream();
    var before = System.err;
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try (var open = RunningServer.withoutToken()) {
      for (int i = 0; i < 3; i++) {
        assertThat(open.raw(report("Host: localhost\r\nHost: 127.0.0.1")))
            .startsWith("HTTP/1.1 400");
      }
    } finally {
      System.setErr(before);
    }
    assertThat(log.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.contains("WARN") || line.contains("ERROR"))
        .isEmpty();
  }

  private static byte[] report(String headers) {
    var body = new String(ReportBody.smallest().bytes(), StandardCharsets.UTF_8);
    return ("POST /api/v1/reports HTTP/1.1\r\n"
            + headers
            + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
            + body.getBytes(StandardCharsets.UTF_8).length
            + "\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void withATokenOtherCredentialsAreRejected() {
    try (var guarded = new RunningServer(new FixedMonitor(Snapshots.of()), "s3cret-töken")) {
      var body = ReportBody.smallest().bytes();
      var missing = guarded.send(guarded.post(body));
      var wrong = guarded.send(guarded.post(body).header("Authorization", "Bearer s3cret"));
      var basic = guarded.send(guarded.post(body).header("Authorization", "Basic czNjcmV0"));

      assertThat(missing.statusCode()).isEqualTo(401);
      assertThat(missing.headers().firstValue("WWW-Authenticate")).contains("Bearer");
      assertThat(wrong.statusCode()).isEqualTo(401);
      assertThat(wrong.body()).contains("token_wrong").doesNotContain("s3cret");
      assertThat(basic.statusCode()).isEqualTo(401);
      assertThat(guarded.watch.reports).isEmpty();
      assertThat(guarded.metrics().samples())
          .containsEntry("lagwatch_reports_refused_total{reason=token_wrong}", 1.0);
    }
  }

  @Test
  void rejectionIsLoggedOnce() {
    var log = new ByteArrayOutputStream();
    var before = System.err;
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try (var guarded = new RunningServer(new FixedMonitor(Snapshots.of()), "s3cret")) {
      guarded.send(guarded.post(ReportBody.smallest().bytes()));
      guarded.send(guarded.post(ReportBody.smallest().bytes()));
    } finally {
      System.setErr(before);
    }
    assertThat(log.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.contains("WARN") && line.contains(": token_missing"))
        .hasSize(1);
  }

  @Test
  void withATokenTheBearerIsAccepted() {
    try (var guarded = new RunningServer(new FixedMonitor(Snapshots.of()), "s3cret")) {
      var request =
          guarded.post(ReportBody.smallest().bytes()).header("Authorization", "Bearer s3cret");

      assertThat(guarded.send(request).statusCode()).isEqualTo(202);
    }
  }

  @Test
  void slowUnauthorizedClientsDoNotBlockReports() throws IOException {
    var strangers = new ArrayList<Socket>();
    try (var guarded =
        new RunningServer(
            new FixedMonitor(Snapshots.of(Snapshots.query("shop", "tiles").build())), "secret")) {
      for (int i = 0; i < 25; i++) {
        var stranger = new Socket("127.0.0.1", guarded.port());
        strangers.add(stranger);
        stranger
            .getOutputStream()
            .write(
                ("POST /api/v1/reports HTTP/1.1\r\n"
                        + "Host: localhost\r\n"
                        + "Content-Type: application/json\r\n"
                        + "Content-Length: 1000\r\n\r\n"
                        + "{")
                    .getBytes(StandardCharsets.UTF_8));
      }
      await()
          .untilAsserted(
              () ->
                  assertThat(guarded.metrics().samples())
                      .containsEntry("lagwatch_reports_refused_total{reason=token_missing}", 25.0));

      var response =
          guarded.send(
              guarded.post(ReportBody.smallest().bytes()).header("Authorization", "Bearer secret"));

      assertThat(response.statusCode()).isEqualTo(202);
    } finally {
      for (var stranger : strangers) {
        stranger.close();
      }
    }
  }
}
