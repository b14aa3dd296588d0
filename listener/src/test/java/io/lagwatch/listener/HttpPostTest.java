package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.listener.StubExporter.Mode;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HttpPostTest {
  private static final byte[] BODY = "{\"queries\":[]}".getBytes(StandardCharsets.UTF_8);

  private final StubExporter exporter = new StubExporter();
  private final HttpPost post =
      new HttpPost(Endpoints.parse(exporter.address()), "s3cret", SystemTime.INSTANCE);

  @AfterEach
  void close() {
    exporter.close();
  }

  @Test
  void sendsTheToken() {
    assertThat(post.send(BODY, 2_000).outcome).isEqualTo(HttpResult.Outcome.DELIVERED);
    assertThat(exporter.requests.get(0).headers())
        .containsEntry("request", "POST /api/v1/reports HTTP/1.1")
        .containsEntry("authorization", "Bearer s3cret")
        .containsEntry("content-type", "application/json")
        .containsEntry("connection", "close")
        .doesNotContainKey("content-encoding");
  }

  @Test
  void compressesALargeReport() {
    String large = "{\"queries\":[],\"x\":\"" + "progress ".repeat(2_000) + "\"}";
    assertThat(post.send(large.getBytes(StandardCharsets.UTF_8), 2_000).outcome)
        .isEqualTo(HttpResult.Outcome.DELIVERED);
    StubExporter.Request request = exporter.requests.get(0);
    assertThat(request.headers()).containsEntry("content-encoding", "gzip");
    assertThat(request.bytes()).isLessThan(1_000);
    assertThat(request.report().get("x").asText()).hasSize(18_000);
  }

  @Test
  void returnsTheReasonOfARejection() {
    exporter.mode(Mode.REJECTING_TOKEN);
    HttpResult result = post.send(BODY, 2_000);
    assertThat(result.outcome).isEqualTo(HttpResult.Outcome.REJECTED);
    assertThat(result.detail).startsWith("401 ").contains("the token is wrong");
    exporter.mode(Mode.REJECTING_REPORT);
    assertThat(post.send(BODY, 2_000).detail).startsWith("400 ").contains("queries[0]");
  }

  @Test
  void failsForAnyOtherStatusThan202() {
    exporter.mode(Mode.PAGE);
    assertThat(post.send(BODY, 2_000).detail)
        .isEqualTo("HTTP 200 instead of 202; it may not be a Lagwatch exporter");
    exporter.mode(Mode.FAILING);
    assertThat(post.send(BODY, 2_000).detail).isEqualTo("HTTP 500 oops");
    exporter.mode(Mode.GARBAGE);
    assertThat(post.send(BODY, 2_000).outcome).isEqualTo(HttpResult.Outcome.FAILED);
  }

  @Test
  void returnsTheReasonOfAFailedConnection() {
    exporter.stop();
    HttpResult result = post.send(BODY, 2_000);
    assertThat(result.outcome).isEqualTo(HttpResult.Outcome.FAILED);
    assertThat(result.detail).contains("refused");
  }

  @Test
  @Timeout(60)
  void endsARequestWithoutAResponse() {
    exporter.mode(Mode.HANGING);
    HttpResult result = post.send(BODY, 200);
    assertThat(result.outcome).isEqualTo(HttpResult.Outcome.FAILED);
    assertThat(result.detail).containsIgnoringCase("timed out");
  }

  @Test
  void abortsAResponseThatNeverEnds() throws Exception {
    exporter.mode(Mode.DRIPPING);
    CompletableFuture<HttpResult> result =
        CompletableFuture.supplyAsync(() -> post.send(BODY, 500));
    Awaitility.await()
        .atMost(10, TimeUnit.SECONDS)
        .until(
            () -> {
              post.abortIfOverdue(SystemTime.INSTANCE.steadyMillis());
              return result.isDone();
            });
    assertThat(result.get().outcome).isEqualTo(HttpResult.Outcome.FAILED);
  }

  @Test
  void masksTheTokenInTheReason() {
    assertThat(Mode.REJECTING_TOKEN.body).contains("token");
    HttpPost echoing =
        new HttpPost(Endpoints.parse(exporter.address()), "token", SystemTime.INSTANCE);
    exporter.mode(Mode.REJECTING_TOKEN);
    assertThat(echoing.send(BODY, 2_000).detail).doesNotContain("token").contains("***");
  }
}
