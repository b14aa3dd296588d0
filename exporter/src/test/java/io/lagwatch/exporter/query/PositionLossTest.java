package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.ClusterOffsets;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.QueryLag;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is known of a position when reports are incomplete, late or out of order. */
class PositionLossTest {
  private static final String ID = "11111111-aaaa";
  private final QueryRegistry registry = new QueryRegistry(T0, Registries.CAPACITY);
  private final ClusterOffsets brokers = new ClusterOffsets("c", () -> Duration.ofHours(1));

  @BeforeEach
  void poll() {
    var end = new ClusterPoll.Offsets(150, 0L);
    brokers.apply(
        new ClusterPoll("c", Map.of(t(0), end, t(1), end), Map.of(), Map.of(), Set.of()), T0);
  }

  @Test
  void emptyEndOffsetLeavesTheLastPosition() {
    accept(0, batch(0, 120, 120));
    assertThat(lag(0).records()).isEqualTo(60);
    accept(10, new TestReport().batch(1, at(9), null, Map.of(), 0L));
    assertThat(lag(10).records()).isEqualTo(60);
    assertThat(lag(10).unknown()).isZero();
  }

  @Test
  void partitionMissingInAProgressKeepsItsPosition() {
    accept(0, batch(0, 120, 120));
    accept(10, new TestReport().batch(1, at(9), null, Map.of(t(0), 130L), 10L));
    assertThat(lag(10).records()).isEqualTo(50);
  }

  @Test
  void anotherSubscriptionDoesNotKeepPositions() {
    accept(0, batch(0, 120, 120));
    accept(
        10,
        new TestReport()
            .source("KafkaV2[Assign[t-0]]")
            .batch(1, at(9), null, Map.of(t(0), 130L), 10L));
    assertThat(lag(10).records()).isEqualTo(20);
  }

  @Test
  void emptyFirstEndOffsetIsUnknown() {
    accept(0, new TestReport().batch(0, at(-2), null, Map.of(), 0L));
    assertThat(lag(0).records()).isNull();
    assertThat(lag(0).unknown()).isEqualTo(2);
  }

  @Test
  void positionIsUnknownSinceABatchWithoutAProgress() {
    accept(0, batch(0, 120, 120).totals(1, 9));
    accept(5, new TestReport().totals(1, 9));
    assertThat(lag(5).records()).as("no batch has ended").isEqualTo(60);
    accept(10, new TestReport().totals(2, 18).inputAt(at(9)));
    assertThat(lag(10).records()).isNull();
    assertThat(lag(10).unknown()).isEqualTo(2);
    assertThat(facts(10).sources().get(0).lastInputAt()).as("from the totals").isEqualTo(at(9));
    accept(20, batch(2, 140, 140).totals(3, 20));
    assertThat(lag(20).records()).isEqualTo(20);
  }

  @Test
  void lateReportDoesNotMoveThePositionBack() {
    accept(0, batch(4, 100, 100).totals(5, 0));
    accept(100, batch(5, 130, 130).totals(6, 0));
    accept(101, batch(4, 100, 100).totals(5, 0).sentAt(at(31)));
    assertThat(lag(101).records()).isEqualTo(40);
    accept(110, batch(6, 140, 140).totals(7, 0));
    assertThat(facts(110).sources().get(0).consumedByTopic())
        .as("each record once")
        .containsExactly(Map.entry("t", 80L));
  }

  @Test
  void lowerBatchOfTheSameRunDoesNotMoveThePositionBack() {
    accept(0, batch(5, 130, 130).totals(6, 0));
    accept(10, batch(4, 100, 100).totals(6, 0));
    assertThat(lag(10).records()).isEqualTo(40);
  }

  @Test
  void anEarlierBatchOfANewRunCounts() {
    accept(0, batch(5, 130, 130).totals(6, 0));
    accept(
        60,
        new TestReport()
            .run("run-2", at(50))
            .batch(4, at(58), null, Map.of(t(0), 100L, t(1), 100L), 0L));
    assertThat(lag(60).records()).isEqualTo(100);
  }

  private static TestReport batch(long id, long first, long second) {
    return new TestReport().batch(id, at(-2 + id), null, Map.of(t(0), first, t(1), second), 9L);
  }

  private void accept(long second, TestReport report) {
    var built = report.build();
    var sent = built.sentAt().equals(T0) ? report.sentAt(at(second)).build() : built;
    assertThat(Registries.accept(registry, sent, at(second))).isNull();
  }

  private QueryFacts facts(long second) {
    return Objects.requireNonNull(registry.facts(ID, brokers, at(second)));
  }

  private QueryLag lag(long second) {
    return facts(second).lag();
  }

  private static Instant at(long second) {
    return T0.plusSeconds(second);
  }
}
