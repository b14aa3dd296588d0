package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
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
    ProgressText text = new ProgressText(new FakeProgress(null));
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

  /** A progress with this JSON; null makes it fail as with an incompatible json4s. */
  private static final class FakeProgress extends StreamingQueryProgress {
    private static final long serialVersionUID = 1L;
    private final String json;
    int calls;

    FakeProgress(String json) {
      super(
          UUID.randomUUID(),
          UUID.randomUUID(),
          "fake",
          "2026-03-01T00:00:00.000Z",
          1,
          1,
          new HashMap<>(),
          new HashMap<>(),
          new StateOperatorProgress[0],
          new SourceProgress[0],
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
