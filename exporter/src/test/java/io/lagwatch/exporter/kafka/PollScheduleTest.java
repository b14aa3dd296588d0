package io.lagwatch.exporter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PollScheduleTest {
  /** Close to where nanoTime, a plain long without an epoch, wraps around. */
  private static final long START = Long.MAX_VALUE - seconds(20);

  private final PollSchedule schedule = new PollSchedule(Duration.ofSeconds(12), START);

  @Test
  void pollsAtOnceAndThenAtTheInterval() {
    assertThat(dueAfter(0)).isLessThanOrEqualTo(0);
    poll(0, 1);
    assertThat(dueAfter(1)).isEqualTo(seconds(11));
    poll(12, 13);
    assertThat(dueAfter(13)).isEqualTo(seconds(11));
  }

  @Test
  void keepsTheBeatWhenAPollStartsLate() {
    poll(2, 3);
    assertThat(dueAfter(3)).isEqualTo(seconds(9));
  }

  @Test
  void skipsAndCountsTheBeatsThatASlowPollMisses() {
    assertThat(poll(0, 11)).isZero();
    assertThat(poll(12, 24)).as("ends on a beat").isEqualTo(1);
    assertThat(dueAfter(24)).isEqualTo(seconds(12));
    assertThat(poll(36, 71)).isEqualTo(2);
    assertThat(dueAfter(71)).isEqualTo(seconds(1));
  }

  @Test
  void pollsSoonerWhenAskedYetNotWithinAQuarterOfTheInterval() {
    poll(0, 1);
    schedule.soon();
    schedule.soon();
    assertThat(dueAfter(1)).isEqualTo(seconds(2));
    poll(3, 4);
    assertThat(dueAfter(4)).as("one extra poll, and the beat stays").isEqualTo(seconds(8));
  }

  @Test
  void remembersAWishUtteredDuringAPoll() {
    schedule.started(START);
    schedule.soon();
    assertThat(schedule.ended(START + seconds(5))).isZero();
    assertThat(dueAfter(5)).isLessThanOrEqualTo(0);
  }

  @Test
  void boundsExtraPollsAtShortIntervals() {
    PollSchedule quick = new PollSchedule(Duration.ofSeconds(1), START);
    quick.started(START);
    quick.ended(START + 1);
    quick.soon();
    assertThat(quick.nanosUntilDue(START + 1)).isEqualTo(Duration.ofMillis(500).toNanos() - 1);
  }

  private long poll(long startSecond, long endSecond) {
    schedule.started(START + seconds(startSecond));
    return schedule.ended(START + seconds(endSecond));
  }

  private long dueAfter(long second) {
    return schedule.nanosUntilDue(START + seconds(second));
  }

  private static long seconds(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}
