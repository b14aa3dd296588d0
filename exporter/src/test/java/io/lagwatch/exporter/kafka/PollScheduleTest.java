package io.lagwatch.exporter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PollScheduleTest {
  /** Shortly before {@link System#nanoTime} overflows, which it may do at any time. */
  private static final long START = Long.MAX_VALUE - seconds(20);

  private final PollSchedule schedule = new PollSchedule(Duration.ofSeconds(12), START);

  @Test
  void pollsImmediatelyAndThenAtTheInterval() {
    assertThat(dueAfter(0)).isLessThanOrEqualTo(0);
    poll(0, 1);
    assertThat(dueAfter(1)).isEqualTo(seconds(11));
    poll(12, 13);
    assertThat(dueAfter(13)).isEqualTo(seconds(11));
  }

  @Test
  void latePollDoesNotShiftLaterPolls() {
    poll(2, 3);
    assertThat(dueAfter(3)).isEqualTo(seconds(9));
  }

  @Test
  void skipsAndCountsPollsDuringASlowPoll() {
    assertThat(poll(0, 11)).isZero();
    assertThat(poll(12, 24)).as("ends when the next poll is due").isEqualTo(1);
    assertThat(dueAfter(24)).isEqualTo(seconds(12));
    assertThat(poll(36, 71)).isEqualTo(2);
    assertThat(dueAfter(71)).isEqualTo(seconds(1));
  }

  @Test
  void requestedPollStartsAQuarterOfTheIntervalAfterTheLastStart() {
    poll(0, 1);
    schedule.requestPoll();
    schedule.requestPoll();
    assertThat(dueAfter(1)).isEqualTo(seconds(2));
    poll(3, 4);
    assertThat(dueAfter(4))
        .as("one additional poll, the schedule is unchanged")
        .isEqualTo(seconds(8));
  }

  @Test
  void keepsARequestMadeDuringAPoll() {
    schedule.started(START);
    schedule.requestPoll();
    assertThat(schedule.ended(START + seconds(5))).isZero();
    assertThat(dueAfter(5)).isLessThanOrEqualTo(0);
  }

  @Test
  void keepsTheMinimumGapAtShortIntervals() {
    PollSchedule quick = new PollSchedule(Duration.ofSeconds(1), START);
    quick.started(START);
    quick.ended(START + 1);
    quick.requestPoll();
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
