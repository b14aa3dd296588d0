package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OffsetHistoryTest {
  private static final Instant T0 = Instant.parse("2026-03-02T00:00:00Z");
  private final OffsetHistory history = new OffsetHistory();

  @Test
  void saysWhenTheOldestUnreadRecordArrived() {
    add(0, 100);
    add(60, 160);
    assertThat(history.behind(130, at(60))).isEqualTo(behind(30));
    assertThat(history.behind(130, at(90))).as("goes on without polls").isEqualTo(behind(60));
    assertThat(history.behind(159, at(60))).isEqualTo(behind(1));
  }

  @Test
  void isZeroOnlyWhereNothingIsUnread() {
    add(0, 100);
    add(60, 160);
    assertThat(history.behind(160, at(500))).isEqualTo(TimeLag.NONE);
    assertThat(history.behind(170, at(60))).as("ahead of the poll").isEqualTo(TimeLag.NONE);
  }

  @Test
  void givesTheAgeOfTheRecordOnALogThatStoodStillSince() {
    add(0, 100);
    add(15, 200);
    for (int t = 30; t <= 7200; t += 15) {
      add(t, 200);
    }
    assertThat(history.behind(190, at(7200)).duration())
        .isBetween(Duration.ofSeconds(7185), Duration.ofSeconds(7200));
  }

  @Test
  void saysAtLeastWhereThePositionIsOlderThanTheHistory() {
    add(0, 1000);
    add(60, 1060);
    assertThat(history.behind(999, at(100))).isEqualTo(new TimeLag(Duration.ofSeconds(100), true));
  }

  @Test
  void isUnknownWithoutAnyPoll() {
    assertThat(history.behind(5, at(0))).isNull();
    assertThat(history.endAt(at(0))).isNull();
    assertThat(history.ratePerSecond(Duration.ofMinutes(1))).isNull();
  }

  @Test
  void startsAnewWhenTheEndGoesBack() {
    add(0, 1_000_000);
    add(15, 20);
    add(30, 50);
    assertThat(history.behind(35, at(30)).duration()).isEqualTo(Duration.ofMillis(7500));
    assertThat(history.endAt(at(0))).isNull();
  }

  @Test
  void interpolatesBetweenPollsAndNeverBeyondThem() {
    add(10, 100);
    add(20, 200);
    assertThat(history.endAt(at(15))).isEqualTo(150);
    assertThat(history.endAt(at(20))).isEqualTo(200);
    assertThat(history.endAt(at(9))).isNull();
    assertThat(history.endAt(at(21))).isNull();
  }

  @Test
  void passesOverAPollThatIsNotNewer() {
    add(10, 100);
    add(10, 500);
    add(5, 500);
    assertThat(history.endAt(at(10))).isEqualTo(100);
  }

  @Test
  void staysExactBeyondWhatADoubleCanHold() {
    long huge = (1L << 53) + 1;
    add(0, huge);
    add(10, huge + 2);
    assertThat(history.endAt(at(0))).isEqualTo(huge);
    assertThat(history.endAt(at(10))).isEqualTo(huge + 2);
    assertThat(history.behind(huge + 1, at(10))).isEqualTo(behind(5));
  }

  @Test
  void isBoundedOverTwoDaysAndStillKnowsYesterday() {
    long records = 0;
    for (int t = 0; t <= 3 * 86_400; t += 15) {
      add(t, records += 15);
    }
    assertThat(history.saved().times().length).isLessThan(220);
    TimeLag day = history.behind(records - 86_400, at(3 * 86_400));
    assertThat(day.lowerBound()).isFalse();
    assertThat(day.duration().toSeconds()).isBetween(86_400L - 30, 86_400L + 30);
    assertThat(history.behind(1, at(3 * 86_400)).lowerBound()).isTrue();
  }

  @Test
  void isBoundedHoweverOftenThereIsAPoll() {
    for (int t = 0; t <= 3 * 86_400; t++) {
      add(t, t);
    }
    assertThat(history.saved().times().length).isLessThan(400);
    assertThat(history.behind(3 * 86_400 - 30, at(3 * 86_400))).isEqualTo(behind(30));
  }

  @Test
  void tellsTheRateOfArrivalsOnceItSawEnough() {
    add(0, 0);
    add(15, 1500);
    assertThat(history.ratePerSecond(Duration.ofMinutes(2))).isNull();
    add(120, 12_000);
    assertThat(history.ratePerSecond(Duration.ofMinutes(2))).isEqualTo(100.0);
  }

  @Test
  void restoredRegistryHasTheSameFacts() {
    add(0, 100);
    add(60, 160);
    var back = new OffsetHistory(history.saved());
    assertThat(back.behind(130, at(90))).isEqualTo(history.behind(130, at(90)));
  }

  /** Two polls, the first at the start of an hour, with the seconds between them. */
  @ParameterizedTest
  @CsvSource({
    "60, 1, true",
    "61, 1, false",
    "600, 15, true",
    "601, 15, false",
    "3600, 60, true",
    "3601, 60, false",
    "43200, 600, true",
    "43201, 600, false",
    "172800, 3600, true",
    "172801, 3600, false",
  })
  void pollIsKeptWhileItIsTheLastOfTheStepOfItsAge(int age, int apart, boolean kept) {
    int poll = 2 * 86_400;
    int now = poll + age;
    add(now - Math.max(601, age + 1), 0);
    add(poll, 1);
    add(poll + apart, 2);
    add(now, 3);
    var times = Arrays.stream(history.saved().times()).boxed().toList();
    assertThat(times.contains(at(poll).toEpochMilli())).isEqualTo(kept);
    assertThat(times).endsWith(at(poll + apart).toEpochMilli(), at(now).toEpochMilli());
  }

  @Test
  void pollsAreThinnedAfterTenMinutes() {
    add(0, 0);
    add(300, 1);
    add(301, 2);
    add(600, 3);
    assertThat(history.saved().times()).hasSize(4);
    add(601, 4);
    assertThat(history.saved().times()).as("without the poll at 300 s").hasSize(4);
    assertThat(history.endAt(at(300))).as("interpolated").isEqualTo(2);
  }

  @Test
  void flatStretchIsItsFirstAndItsLastPoll() {
    add(0, 100);
    add(10, 100);
    add(20, 100);
    add(30, 100);
    assertThat(history.saved().times())
        .containsExactly(at(0).toEpochMilli(), at(30).toEpochMilli());
    add(30, 500);
    assertThat(history.saved().times()).as("the same time again").hasSize(2);
    add(40, 200);
    assertThat(history.behind(100, at(40))).as("after the stretch").isEqualTo(behind(10));
  }

  @Test
  void positionAtTheFirstPollIsExact() {
    add(0, 1000);
    add(60, 1060);
    assertThat(history.behind(1000, at(100))).isEqualTo(behind(100));
  }

  @Test
  void rateNeedsHalfTheWindow() {
    add(0, 500);
    assertThat(history.ratePerSecond(Duration.ZERO)).as("a single poll").isNull();
    add(59, 6400);
    assertThat(history.ratePerSecond(Duration.ofMinutes(2))).isNull();
    add(60, 6500);
    assertThat(history.ratePerSecond(Duration.ofMinutes(2))).isEqualTo(100.0);
    add(180, 6500);
    assertThat(history.ratePerSecond(Duration.ofMinutes(2))).as("only the window").isZero();
  }

  private void add(long second, long end) {
    history.add(at(second), end);
  }

  private static Instant at(long second) {
    return T0.plusSeconds(second);
  }

  private static TimeLag behind(long seconds) {
    return new TimeLag(Duration.ofSeconds(seconds), false);
  }
}
