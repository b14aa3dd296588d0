package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.at;
import static io.lagwatch.exporter.signal.SignalFacts.lagOf;
import static io.lagwatch.exporter.signal.SignalFacts.partition;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OffsetBaselinesTest {
  private static final Duration SPAN = Duration.ofSeconds(100);
  private static final PartitionLag ZERO = partition(0, 0, 0L, 0, 10);

  private final OffsetBaselines baselines = new OffsetBaselines(SPAN);

  private void observe(long second) {
    baselines.observe(lagOf(partition(0, 0, second, second + 5, second + 10)), at(second));
  }

  @Test
  void hasNoneOfAPartitionThatWasNotObserved() {
    observe(0);
    assertThat(baselines.of(partition(0, 1, 0L, 0, 10))).as("another partition").isNull();
    assertThat(baselines.of(partition(1, 0, 0L, 0, 10))).as("another source").isNull();
  }

  @Test
  void keepsTheFirstObservationOfASpan() {
    observe(0);
    observe(100);
    assertThat(baselines.of(ZERO))
        .isEqualTo(new OffsetBaselines.OffsetBaseline(0, "t", 0, at(0), 0, 5));
  }

  @Test
  void isBetweenOneAndTwoSpansOld() {
    observe(0);
    observe(100);
    observe(101);
    assertThat(baselines.of(ZERO).at()).as("one span old").isEqualTo(at(0));
    observe(201);
    assertThat(baselines.of(ZERO).at()).as("two spans old").isEqualTo(at(0));
    observe(202);
    assertThat(baselines.of(ZERO).at()).as("more than two spans old").isEqualTo(at(101));
  }

  @Test
  void needsPositionAndEarliestOffset() {
    baselines.observe(lagOf(partition(0, 0, null, 5, 10)), at(0));
    assertThat(baselines.of(ZERO)).isNull();
    baselines.observe(
        lagOf(
            new PartitionLag(
                0, ZERO.partition(), null, 10L, 0L, 10L, null, PartitionStatus.NOT_PICKED_UP)),
        at(1));
    assertThat(baselines.of(ZERO)).isNull();
    assertThat(baselines.state().newer()).isEmpty();
  }

  @Test
  void savedStateContinues() {
    observe(0);
    observe(101);
    var restored = new OffsetBaselines(SPAN, baselines.state());
    assertThat(restored.state()).isEqualTo(baselines.state());
    assertThat(restored.of(ZERO).at()).isEqualTo(at(0));
    assertThat(restored.state().newer()).extracting(b -> b.at()).containsExactly(at(101));
  }
}
