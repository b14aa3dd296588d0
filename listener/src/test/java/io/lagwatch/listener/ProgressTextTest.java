package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.streaming.SinkProgress;
import org.apache.spark.sql.streaming.SourceProgress;
import org.apache.spark.sql.streaming.StateOperatorProgress;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "\u007f\u0080", "\u07ff\u0800", "\uffff", "\uD83D\uDE80x"})
  void returnsSparksJsonAndItsSizeInUtf8(String json) {
    ProgressText text = new ProgressText(new FakeProgress(json));
    assertThat(text.bytes()).as("before the first use").isZero();
    assertThat(text.json()).isEqualTo(json);
    assertThat(text.bytes()).isEqualTo(json.getBytes(StandardCharsets.UTF_8).length);
  }

  @Test
  void createsTheJsonOnce() {
    FakeProgress progress = new FakeProgress("{}");
    ProgressText text = new ProgressText(progress);
    assertThat(text.json()).isSameAs(text.json());
    assertThat(progress.calls).isEqualTo(1);
  }

  @Test
  void releasesSparksObjectAfterTheFirstUse() {
    WeakReference<StreamingQueryProgress> progress =
        new WeakReference<>(new FakeProgress("{\"batchId\":1}"));
    ProgressText text = new ProgressText(progress.get());
    text.json();
    Awaitility.await()
        .until(
            () -> {
              System.gc();
              return progress.get() == null;
            });
    assertThat(text.json()).isEqualTo("{\"batchId\":1}");
  }

  @Test
  void returnsNullAndWarnsOnceIfSparkFails() {
    ProgressText text = new ProgressText(new UnreadableProgress());
    try (LogLines log = new LogLines()) {
      assertThat(text.json()).isNull();
      assertThat(text.json()).isNull();
      assertThat(log.messages)
          .containsExactly(
              "WARN Lagwatch: Spark failed to write the progress of a query as JSON;"
                  + " its counts are still reported");
    }
    assertThat(text.bytes()).isZero();
  }

  @Test
  void readsThePositionFromTheGettersIfSparkCannotWriteIt() throws Exception {
    ProgressText text = new ProgressText(new FakeProgress(null));
    try (LogLines log = new LogLines()) {
      JsonNode json = new ObjectMapper().readTree(text.json());
      assertThat(json.get("batchId").asLong()).isEqualTo(1);
      assertThat(json.get("timestamp").asText()).isEqualTo("2026-03-01T00:00:00.000Z");
      assertThat(json.at("/durationMs/addBatch").asLong()).isEqualTo(8);
      assertThat(json.at("/eventTime/watermark").asText()).isEqualTo("2026-02-28T00:00:00.000Z");
      assertThat(json.at("/stateOperators/0/numRowsTotal").asLong()).isEqualTo(4);
      assertThat(json.at("/sources/0/description").asText()).isEqualTo("KafkaV2[Subscribe[t]]");
      assertThat(json.at("/sources/0/endOffset").asText()).isEqualTo("{\"t\":{\"0\":9}}");
      assertThat(json.at("/sources/0/startOffset").isNull()).isTrue();
      assertThat(json.at("/sources/0/numInputRows").asLong()).isEqualTo(7);
      assertThat(log.messages).singleElement().asString().contains("its position");
    }
    assertThat(text.bytes()).isEqualTo(text.json().length());
  }

  @Test
  void offsetsThatAreNoJsonDoNotBreakTheReport() throws Exception {
    FakeProgress progress = new FakeProgress(null, "\"},{\n");
    JsonNode json = new ObjectMapper().readTree(new ProgressText(progress).json());
    assertThat(json.at("/sources/0/endOffset").asText()).isEqualTo("\"},{\n");
  }

  /** A progress that cannot be read at all, as with incompatible classes. */
  private static final class UnreadableProgress extends FakeProgress {
    private static final long serialVersionUID = 1L;

    UnreadableProgress() {
      super(null);
    }

    @Override
    public SourceProgress[] sources() {
      throw new NoSuchMethodError("sources");
    }
  }

  /** A progress with this JSON; null makes it fail as with an incompatible json4s. */
  private static class FakeProgress extends StreamingQueryProgress {
    private static final long serialVersionUID = 1L;
    private final String json;
    int calls;

    FakeProgress(String json) {
      this(json, "{\"t\":{\"0\":9}}");
    }

    FakeProgress(String json, String endOffset) {
      super(
          UUID.randomUUID(),
          UUID.randomUUID(),
          "fake",
          "2026-03-01T00:00:00.000Z",
          1,
          1,
          new HashMap<>(Map.of("addBatch", 8L, "triggerExecution", 10L)),
          new HashMap<>(Map.of("watermark", "2026-02-28T00:00:00.000Z")),
          new StateOperatorProgress[] {
            new StateOperatorProgress("dedupe", 4, 1, 0, 0, 0, 0, 100, 0, 0, 0, new HashMap<>())
          },
          new SourceProgress[] {
            new SourceProgress(
                "KafkaV2[Subscribe[t]]", null, endOffset, null, 7, 1.0, 2.0, new HashMap<>())
          },
          new SinkProgress("sink"),
          new HashMap<>());
      this.json = json;
    }

    @Override
    public String json() {
      calls++;
      if (json == null) {
        throw new NoSuchMethodError("org.json4s.JsonAST");
      }
      return json;
    }
  }
}
