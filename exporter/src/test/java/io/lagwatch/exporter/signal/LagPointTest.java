package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LagPointTest {
  private static LagPoint point(
      long second, long records, long arrived, @Nullable Double seconds, boolean atLeast) {
    return new LagPoint(at(second), records, records, arrived, 1, seconds, atLeast);
  }

  @Test
  void secondsSinceAnEarlierPoint() {
    assertThat(point(100, 0, 0, null, false).secondsSince(point(40, 0, 0, null, false)))
        .isEqualTo(60);
  }

  static Stream<Arguments> lags() {
    return Stream.of(
        // measured, at least, arrived in 60 s, records, expected
        Arguments.of(7.0, false, 600L, 300L, 7.0),
        Arguments.of(7.0, true, 600L, 300L, 30.0),
        Arguments.of(70.0, true, 600L, 300L, 70.0),
        Arguments.of(null, false, 600L, 300L, 30.0),
        Arguments.of(null, false, 1L, 1L, 60.0),
        Arguments.of(null, false, 0L, 300L, null),
        Arguments.of(7.0, true, 0L, 300L, 7.0),
        Arguments.of(null, false, -5L, 300L, null));
  }

  @ParameterizedTest
  @MethodSource("lags")
  void unknownTimeIsEstimatedFromTheArrivalRate(
      @Nullable Double seconds, boolean atLeast, long arrived, long records, Double expected) {
    LagPoint earlier = point(0, 0, 1000, null, false);
    assertThat(point(60, records, 1000 + arrived, seconds, atLeast).lagSeconds(earlier))
        .isEqualTo(expected);
  }

  @Test
  void noRateIsKnownAtTheSameMoment() {
    assertThat(point(60, 300, 10, null, false).lagSeconds(point(60, 0, 0, null, false))).isNull();
    assertThat(point(60, 300, 10, 3.0, true).lagSeconds(point(60, 0, 0, null, false))).isEqualTo(3);
  }
}
