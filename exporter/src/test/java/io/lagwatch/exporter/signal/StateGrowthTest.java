package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateGrowthTest {
  private static final long HOUR = 3600;

  private final StateGrowth growth = new StateGrowth();
  private long inputTotal;

  private void batch(long second, @Nullable Long rows, long input) {
    inputTotal += input;
    growth.ended(SignalFacts.batch(at(second - 1), at(second), null, rows), inputTotal);
  }

  /** One batch in the middle of each hour from hour 0, with the same input. */
  private void hourly(long... rows) {
    batch(1, rows[0], 0);
    for (int hour = 0; hour < rows.length; hour++) {
      batch(hour * HOUR + 1800, rows[hour], 1000);
    }
  }

  private @Nullable Double perHour(long hour) {
    return growth.perHour(at(hour * HOUR));
  }

  @Test
  void isUnknownUntilFourHoursAreOver() {
    hourly(20_000, 30_000, 45_000);
    assertThat(perHour(3)).isNull();
    batch(3 * HOUR + 1800, 67_500L, 1000);
    assertThat(growth.perHour(at(4 * HOUR - 1))).as("the fourth hour is not over").isNull();
    assertThat(growth.perHour(at(4 * HOUR))).isNotNull();
  }

  @Test
  void isTheSmallestGrowthOfTheLastThreeHours() {
    hourly(20_000, 40_000, 48_000, 72_000);
    assertThat(perHour(4)).isCloseTo(0.2, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "40000, 80000, 160000, 1.0",
    "22000, 44000, 88000, 0.1",
    "40000, 44000, 88000, 0.1",
    "40000, 80000, 88000, 0.1"
  })
  void everyHourCanBeTheSmallest(long second, long third, long fourth, double expected) {
    hourly(20_000, second, third, fourth);
    assertThat(perHour(4)).isCloseTo(expected, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"1000, 20000, 20000", "20000, 1000, 20000", "20000, 20000, 1000"})
  void stateThatShrankInOneHourDoesNotGrow(long second, long third, long fourth) {
    hourly(19_000, second, third, fourth);
    assertThat(perHour(4)).isZero();
  }

  @Test
  void stateBelowTenThousandRowsDoesNotGrow() {
    hourly(1_000, 2_000, 5_000, 9_999);
    assertThat(perHour(4)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"9999, 0.0", "10000, 1.0"})
  void tenThousandRowsAreEnough(long oldest, double expected) {
    hourly(oldest / 2, oldest, 20_000, 40_000);
    assertThat(perHour(4)).isCloseTo(expected, within(2e-4));
  }

  @Test
  void growthOfTheInputIsSubtracted() {
    for (int hour = 0; hour < 4; hour++) {
      batch(hour * HOUR + 10, 20_000L << hour, 0);
      batch(hour * HOUR + 20, 20_000L << hour, 1000L << hour);
    }
    assertThat(perHour(4)).as("twice the input, twice the state").isCloseTo(0, within(1e-9));
  }

  @Test
  void inputThatFallsDoesNotCountAsGrowth() {
    for (int hour = 0; hour < 4; hour++) {
      batch(hour * HOUR + 10, 20_000L, 0);
      batch(hour * HOUR + 20, 20_000L, 16_000L >> hour);
    }
    assertThat(perHour(4)).isZero();
  }

  @Test
  void anHourHasTheLowestSizeOfItsBatches() {
    for (int hour = 0; hour < 4; hour++) {
      batch(hour * HOUR + 10, 90_000L, 10);
      batch(hour * HOUR + 20, 20_000L, 10);
      batch(hour * HOUR + 30, 50_000L * (hour + 1), 10);
    }
    assertThat(perHour(4)).isZero();
    assertThat(growth.state().hours())
        .extracting(StateGrowth.HourlyState::lowest)
        .containsOnly(20_000L);
  }

  @Test
  void anEmptyStateThatFillsUpIsMeasuredAgainstOneRow() {
    hourly(0, 20_000, 20_000_000, 2_000_000_000);
    assertThat(perHour(4)).isCloseTo(99, within(1e-9));
  }

  @Test
  void anHourWithoutABatchMakesItUnknown() {
    hourly(20_000, 40_000, 80_000);
    batch(4 * HOUR + 1800, 160_000L, 1000);
    batch(5 * HOUR + 1800, 320_000L, 1000);
    assertThat(perHour(6)).isNull();
  }

  @Test
  void batchesThatDoNotReportTheirStateAreIgnored() {
    batch(10, null, 1000);
    assertThat(growth.state().hours()).isEmpty();
    assertThat(growth.state().rowsBefore()).isNull();
  }

  @Test
  void keepsFiveHours() {
    hourly(1, 2, 3, 4, 5);
    long first = growth.state().hours().get(0).hour();
    assertThat(growth.state().hours()).hasSize(5);
    batch(5 * HOUR + 1800, 6L, 1000);
    assertThat(growth.state().hours()).hasSize(5);
    assertThat(growth.state().hours().get(0).hour()).isEqualTo(first + 1);
  }

  @Test
  void inputIsTheDifferenceOfTheTotals() {
    batch(10, 20_000L, 700);
    batch(20, 20_000L, 300);
    batch(30, 20_000L, 50);
    assertThat(growth.state().hours().get(0).input()).as("not what was before").isEqualTo(350);
    inputTotal = 0;
    batch(40, 20_000L, 20);
    assertThat(growth.state().hours().get(0).input()).as("totals went back").isEqualTo(350);
  }

  @Test
  void savedStateContinuesTheInputTotal() {
    batch(10, 20_000L, 700);
    var restored = new StateGrowth(growth.state());
    assertThat(restored.state()).isEqualTo(growth.state());
    restored.ended(SignalFacts.batch(at(19), at(20), null, 20_000L), 1_000);
    assertThat(restored.state().hours().get(0).input()).isEqualTo(300);
  }
}
