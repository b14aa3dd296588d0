package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkEventsTest {
  private static final long MILLIS = 1_809_600_020_000L;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"Event\":\"SparkListenerJobEnd\",\"Job ID\":1,\"Completion"
            + " Time\":1809600020000,\"x\":1}",
        "{\"Event\": \"SparkListenerJobEnd\", \"Completion Time\": 1809600020000}",
        "{\"Event\":\"E\",\"Launch Time\":1809600000000,\"Finish Time\":1809600020000}",
        "{\"Event\":\"E\",\"time\":1809600020000,\"Executor CPU Time\":9809600020000}",
        "{\"Event\":\"E\",\"Timestamp\":1809600020000,\"Value\":9809600020000}",
      })
  void readsTheLastTimeOfAnEvent(String event) {
    assertThat(SparkEvents.time(bytes(event))).isEqualTo(Instant.ofEpochMilli(MILLIS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"Event\":\"E\",\"Timestamp\":180960002000}",
        "{\"Event\":\"E\",\"Timestamp\":18096000200000}",
        "{\"Event\":\"E\",\"Executor CPU Time\":9809600020000}",
      })
  void readsNoTimeFromOtherNumbers(String event) {
    assertThat(SparkEvents.time(bytes(event))).isNull();
  }

  @Test
  void findsTheTimeAtTheBeginningOfALongEvent() {
    String event =
        "{\"Event\":\"E\",\"time\":1809600020000,\"plan\":\"" + "x".repeat(5_000) + "\"}";
    assertThat(SparkEvents.time(bytes(event))).isEqualTo(Instant.ofEpochMilli(MILLIS));
  }
}
