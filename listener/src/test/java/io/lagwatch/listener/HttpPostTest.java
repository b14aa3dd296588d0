package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.listener.StubExporter.Mood;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
  void deliversWithTheToken() {
    assertThat(post.send(BODY, 2_000).kind).isEqualTo(Answer.Kind.DELIVERED);
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
    assertThat(post.send(large.getBytes(StandardCharsets.UTF_8), 2_000).kind)
        .isEqualTo(Answer.Kind.DELIVERED);
    StubExporter.Request request = exporter.requests.get(0);
    assertThat(request.headers()).containsEntry("content-encoding", "gzip");
    assertThat(request.bytes()).isLessThan(1_000);
    assertThat(request.report().get("x").asText()).hasSize(18_000);
  }

  @Test
  void repeatsWhatARefusingExporterSays() {
    exporter.mood(Mood.REFUSING_TOKEN);
    Answer answer = post.send(BODY, 2_000);
    assertThat(answer.kind).isEqualTo(Answer.Kind.REFUSED);
    assertThat(answer.detail).startsWith("401 ").contains("the token is wrong");
    exporter.mood(Mood.REFUSING_REPORT);
    assertThat(post.send(BODY, 2_000).detail).startsWith("400 ").contains("queries[0]");
  }

  @Test
  void takesNothingButAcceptedForAnExportersAnswer() {
    exporter.mood(Mood.PAGE);
    assertThat(post.send(BODY, 2_000).detail).isEqualTo("it answered 200, an exporter says 202");
    exporter.mood(Mood.FAILING);
    assertThat(post.send(BODY, 2_000).detail).isEqualTo("it answered 500 oops");
    exporter.mood(Mood.GARBAGE);
    assertThat(post.send(BODY, 2_000).kind).isEqualTo(Answer.Kind.FAILED);
  }

  @Test
  void saysWhyNobodyAnswers() {
    exporter.goAway();
    Answer answer = post.send(BODY, 2_000);
    assertThat(answer.kind).isEqualTo(Answer.Kind.FAILED);
    assertThat(answer.detail).contains("refused");
  }

  @Test
  void endsARequestThatHangs() {
    exporter.mood(Mood.HANGING);
    long begin = System.nanoTime();
    Answer answer = post.send(BODY, 200);
    assertThat(answer.kind).isEqualTo(Answer.Kind.FAILED);
    assertThat(answer.detail).containsIgnoringCase("timed out");
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isBetween(150L, 3_000L);
  }

  @Test
  void cutsOffAnAnswerThatDripsForEver() throws Exception {
    exporter.mood(Mood.DRIPPING);
    CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> post.send(BODY, 500));
    Awaitility.await()
        .atMost(10, TimeUnit.SECONDS)
        .until(
            () -> {
              post.abortIfOverdue(SystemTime.INSTANCE.steadyMillis());
              return answer.isDone();
            });
    assertThat(answer.get().kind).isEqualTo(Answer.Kind.FAILED);
  }

  @Test
  void neverRepeatsTheToken() {
    assertThat(Mood.REFUSING_TOKEN.body).contains("token");
    HttpPost echoing =
        new HttpPost(Endpoints.parse(exporter.address()), "token", SystemTime.INSTANCE);
    exporter.mood(Mood.REFUSING_TOKEN);
    assertThat(echoing.send(BODY, 2_000).detail).doesNotContain("token").contains("***");
  }
}
