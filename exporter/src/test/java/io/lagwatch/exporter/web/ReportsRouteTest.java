package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.ReportBody;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportsRouteTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private RunningServer server;

  @BeforeEach
  void start() {
    server = RunningServer.withoutToken();
  }

  @AfterEach
  void everythingStillWorksAndStops() {
    assertThat(server.metrics().samples()).isNotEmpty();
    server.close();
  }

  @Test
  void acceptsAReportAndReturnsItsNumberOfQueries() {
    var response = server.send(server.post(ReportBody.smallest().bytes()));

    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(response.body()).isEqualTo("{\"accepted\":1}");
    assertThat(server.watch.reports).hasSize(1);
    assertThat(server.metrics().samples()).containsEntry("lagwatch_reports_total{}", 1.0);
  }

  @Test
  void acceptsACompressedReport() {
    var body = RunningServer.gzip(ReportBody.smallest().bytes());

    var response = server.send(server.post(body).header("Content-Encoding", "gzip"));

    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(server.watch.reports).hasSize(1);
  }

  @Test
  void acceptsAReportInChunks() {
    var body = ReportBody.smallest().bytes();

    var response =
        server.send(
            server
                .to("/api/v1/reports")
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(
                    HttpRequest.BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(body))));

    assertThat(response.statusCode()).isEqualTo(202);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "nonsense",
        "null",
        "[]",
        "{}",
        "\"text\"",
        "{\"protocol\": 1}",
        "{\"protocol\": 1} {}",
        "\0\1\2"
      })
  void rejectsInvalidReports(String body) {
    assertRefused(server.send(server.post(body.getBytes(StandardCharsets.UTF_8))), 400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/protocol | 99 | protocol | unknown_protocol",
        "/protocol | \"one\" | protocol | unknown_protocol",
        "/queries | {} | queries | invalid_field",
        "/queries/0/id | 5 | queries[0].id | invalid_field",
        "/queries/0/totals/batches | -1 | queries[0].totals.batches | invalid_field",
        "/queries/0/totals/inputRows | 1e400 | queries[0].totals.inputRows | invalid_field",
        "/queries/0/startedAt | \"yesterday\" | queries[0].startedAt | invalid_field",
        "/queries/0/status | \"DANCING\" | queries[0].status | invalid_field",
        "/app/name | null | app.name | missing_field",
      })
  void namesTheFieldThatIsWrongAndWhatWasExpected(
      String pointer, String value, String path, String code) throws IOException {
    var response = server.send(server.post(ReportBody.smallest().with(pointer, value).bytes()));

    assertRefused(response, 400);
    var error = MAPPER.readTree(response.body()).path("error");
    assertThat(error.path("path").asText()).isEqualTo(path);
    assertThat(error.path("code").asText()).isEqualTo(code);
    assertThat(error.path("message").asText()).startsWith("expected ");
    assertThat(server.metrics().samples())
        .containsEntry("lagwatch_reports_refused_total{reason=" + code + "}", 1.0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"with \"quotes\"", "two\nlines", "naïve 数据 🚀", "<script>alert(1)</script>"})
  void acceptsAnyNamesAndReturnsValidJson(String name) {
    var body = ReportBody.smallest().with("/app/name", new TextNode(name)).bytes();

    assertThat(server.send(server.post(body)).statusCode()).isEqualTo(202);
  }

  @Test
  void rejectsTenMegabytesOfInvalidData() {
    var invalid = new byte[10 << 20];
    Arrays.fill(invalid, (byte) 'x');

    assertRefused(server.send(server.post(invalid)), 413);
  }

  @Test
  void rejectsTenMegabytesInChunksOfUnknownLength() {
    var request =
        server
            .to("/api/v1/reports")
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofInputStream(
                    () -> new ByteArrayInputStream(new byte[10 << 20])));

    assertRefused(server.send(request), 413);
  }

  @Test
  void rejectsAZipBombBeforeItIsDecompressed() {
    var bomb = RunningServer.gzip(new byte[200 << 20]);

    assertRefused(server.send(server.post(bomb).header("Content-Encoding", "gzip")), 413);
  }

  @Test
  void rejectsInvalidGzip() {
    var notZipped = server.post(new byte[500]).header("Content-Encoding", "gzip");
    assertRefused(server.send(notZipped), 400);

    var whole = RunningServer.gzip(ReportBody.smallest().bytes());
    var torn = Arrays.copyOf(whole, whole.length / 2);
    assertRefused(server.send(server.post(torn).header("Content-Encoding", "gzip")), 400);
  }

  @Test
  void rejectsDeepNesting() {
    var deep = "[".repeat(100_000).getBytes(StandardCharsets.UTF_8);

    assertRefused(server.send(server.post(deep)), 400);
  }

  @Test
  void rejectsOtherTypesAndEncodings() {
    var request = server.to("/api/v1/reports");
    var noType = request.POST(HttpRequest.BodyPublishers.ofString("{}"));
    assertRefused(server.send(noType), 415);
    assertRefused(server.send(noType.header("Content-Type", "text/plain")), 415);
    assertRefused(
        server.send(server.post(ReportBody.smallest().bytes()).header("Content-Encoding", "zstd")),
        415);
  }

  @Test
  void rejectsAnIncompleteBody() {
    var answer =
        server.raw(
            ("POST /api/v1/reports HTTP/1.1\r\n"
                    + "Host: localhost\r\n"
                    + "Content-Type: application/json\r\n"
                    + "Content-Length: 1000\r\n\r\n"
                    + "{\"protocol\"")
                .getBytes(StandardCharsets.US_ASCII));

    assertThat(answer).startsWith("HTTP/1.1 400").contains("\"error\"");
    assertThat(server.watch.reports).isEmpty();
  }

  @Test
  void hangingReportsDoNotDelayScrapes() throws IOException {
    var half =
        ("POST /api/v1/reports HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 1000\r\n\r\n{")
            .getBytes(StandardCharsets.US_ASCII);
    var hanging = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 260; i++) {
        var socket = new Socket("127.0.0.1", server.port());
        socket.getOutputStream().write(half);
        hanging.add(socket);
      }

      await()
          .untilAsserted(
              () -> {
                var response = server.send(server.post(ReportBody.smallest().bytes()));
                assertThat(response.statusCode()).isEqualTo(503);
                assertThat(response.headers().firstValue("Retry-After")).contains("1");
              });
      assertThat(server.metrics().samples()).isNotEmpty();
    } finally {
      for (var socket : hanging) {
        socket.close();
      }
    }
  }

  @Test
  void returnsTheErrorOfTheMonitor() {
    server.watch.refuseWith(new Decoded.Refused("too_many_queries", "expected fewer", "queries"));

    assertRefused(server.send(server.post(ReportBody.smallest().bytes())), 429);
  }

  private void assertRefused(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(response.body()).matches("(?s)\\{\"error\":\\{\"code\":\"[a-z_]+\",.*}}");
    assertThat(server.watch.reports).isEmpty();
  }
}
