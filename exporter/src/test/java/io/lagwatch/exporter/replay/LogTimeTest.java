package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogTimeTest {
  private static final Instant TIME = Instant.parse("2027-05-06T10:00:20Z");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "27/05/06 10:00:20 INFO X: y",
        "2027-05-06 10:00:20,123 INFO X: y",
        "2027-05-06T10:00:20.123456789Z stderr F y",
        "2027-05-06T12:00:20+0200 y",
        "[2027-05-06, 10:00:20 UTC] {a.py:1} INFO - y",
        "06/May/2027:10:00:20 +0000 y",
        "06 May 2027 10:00:20 y",
        "driver_1  | 27/05/06 10:00:20 INFO X: y",
      })
  void readsTheTimeOfALine(String line) {
    assertThat(new LogTime(ZoneOffset.UTC).of(line)).isEqualTo(TIME);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "java.lang.IllegalStateException: 10:00:20",
        "27/13/06 10:00:20 month",
        "06/Foo/2027:10:00:20 month",
        "27/05/06 25:00:20 hour",
        "|2027-05-06 10:00:20|row of a table|",
      })
  void readsNoTimeFromOtherText(String line) {
    assertThat(new LogTime(ZoneOffset.UTC).of(line)).isNull();
    assertThat(LogTime.isIn(line)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "10:00:20,Z",
    "10:00:19,Z",
    "10:14:00,Z",
    "12:00:20,+02:00",
    "12:10:20,+02:00",
    "15:30:20,+05:30",
    "15:45:21,+05:45",
    "04:00:20,-06:00",
  })
  void learnsTheZoneFromALineWrittenAfterTheEndOfABatch(String time, String zone) {
    var times = new LogTime(null);
    assertThat(times.of("27/05/06 " + time + " INFO X: y")).isNull();
    times.learn("27/05/06 " + time + " INFO X: y", TIME);
    assertThat(times.of("27/05/06 10:00:20 INFO X: y"))
        .isEqualTo(TIME.atZone(ZoneOffset.UTC).toLocalDateTime().toInstant(ZoneOffset.of(zone)));
    assertThat(times.learnedZone()).isEqualTo(ZoneOffset.of(zone));
    assertThat(times.isZoneShown()).isTrue();
  }

  @Test
  void takesUtcIfNoZoneCanExplainTheLine() {
    var times = new LogTime(null);
    times.learn("20/05/06 10:00:20 INFO X: y", TIME);
    assertThat(times.of("27/05/06 10:00:20 INFO X: y")).isEqualTo(TIME);
    assertThat(times.isZoneShown()).isFalse();
  }

  @Test
  void learnsNothingIfTheZoneIsGiven() {
    var times = new LogTime(ZoneId.of("Europe/Berlin"));
    times.learn("27/05/06 10:00:20 INFO X: y", TIME);
    assertThat(times.of("27/05/06 12:00:20 INFO X: y")).isEqualTo(TIME);
    assertThat(times.learnedZone()).isNull();
  }
}
