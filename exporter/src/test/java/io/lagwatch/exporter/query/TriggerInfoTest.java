package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.ingest.Report.Trigger.Type.AVAILABLE_NOW;
import static io.lagwatch.exporter.ingest.Report.Trigger.Type.PROCESSING_TIME;
import static io.lagwatch.exporter.ingest.Report.Trigger.Type.REAL_TIME;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Report;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TriggerInfoTest {
  static Stream<Arguments> triggers() {
    Duration ten = Duration.ofSeconds(10);
    Duration set = Duration.ofSeconds(40);
    return Stream.of(
        // trigger, its interval, setting, for utilization, for the rhythm of batches
        Arguments.of(null, null, null, null, null),
        Arguments.of(null, null, set, set, set),
        Arguments.of(null, null, Duration.ZERO, null, null),
        Arguments.of(PROCESSING_TIME, ten, null, ten, ten),
        Arguments.of(PROCESSING_TIME, ten, set, ten, ten),
        Arguments.of(PROCESSING_TIME, Duration.ZERO, set, null, null),
        Arguments.of(REAL_TIME, ten, set, null, ten),
        Arguments.of(AVAILABLE_NOW, null, set, null, null));
  }

  @ParameterizedTest
  @MethodSource("triggers")
  void reportedTriggerTakesPrecedenceOverTheSetting(
      Report.Trigger.@Nullable Type type,
      @Nullable Duration interval,
      @Nullable Duration setting,
      @Nullable Duration forUtilization,
      @Nullable Duration rhythm) {
    var trigger =
        new TriggerInfo(type == null ? null : new Report.Trigger(type, interval), setting);
    assertThat(trigger.interval()).isEqualTo(forUtilization);
    assertThat(trigger.period()).isEqualTo(rhythm);
  }

  @ParameterizedTest
  @EnumSource
  void onlyAvailableNowAndOnceEndByThemselves(Report.Trigger.Type type) {
    var trigger = new TriggerInfo(new Report.Trigger(type, null), null);
    assertThat(trigger.endsByItself())
        .isEqualTo(type == AVAILABLE_NOW || type == Report.Trigger.Type.ONCE);
  }

  @ParameterizedTest
  @EnumSource
  void onlyContinuousProcessingReportsNoPosition(Report.Trigger.Type type) {
    var trigger = new TriggerInfo(new Report.Trigger(type, null), null);
    assertThat(trigger.reportsPosition()).isEqualTo(type != Report.Trigger.Type.CONTINUOUS);
  }

  @Test
  void unknownTriggerReportsPositionsAndDoesNotEndByItself() {
    var unknown = new TriggerInfo(null, null);
    assertThat(unknown.reportsPosition()).isTrue();
    assertThat(unknown.endsByItself()).isFalse();
  }
}
