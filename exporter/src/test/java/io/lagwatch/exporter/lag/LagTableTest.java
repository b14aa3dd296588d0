package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.PartitionFacts.Log;
import io.lagwatch.exporter.lag.PartitionFacts.LogMatch;
import io.lagwatch.exporter.lag.PartitionFacts.Position;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of the table, and for each pair of rows that the first one decides. */
class LagTableTest {
  /** Position 90, end offset 100, earliest offset 20. */
  private static final class Facts {
    boolean sourceHasPosition = true;
    boolean valid = true;
    @Nullable Long position = 90L;
    @Nullable Long end = 100L;
    @Nullable Long earliest = 20L;
    LogMatch log = LogMatch.CURRENT;
    @Nullable UnknownReason undetermined;
    boolean pollFailed;

    PartitionFacts facts() {
      return new PartitionFacts(
          0,
          new TopicPartition("t", 0),
          new Position(sourceHasPosition, valid, position, log),
          new Log(end, earliest, Instant.EPOCH, pollFailed, undetermined));
    }
  }

  /** The rows with a broker, in order, with what makes each apply. */
  enum WithBroker {
    SOURCE_WITHOUT_POSITION(
        facts -> facts.sourceHasPosition = false, unknown(UnknownReason.POSITION_UNKNOWN)),
    INVALID_POSITION(facts -> facts.valid = false, unknown(UnknownReason.POSITION_INVALID)),
    AMBIGUOUS(
        facts -> facts.undetermined = UnknownReason.CLUSTER_AMBIGUOUS,
        unknown(UnknownReason.CLUSTER_AMBIGUOUS)),
    UNREACHABLE(
        facts -> facts.undetermined = UnknownReason.CLUSTER_UNREACHABLE,
        unknown(UnknownReason.CLUSTER_UNREACHABLE)),
    UNMATCHED(
        facts -> facts.undetermined = UnknownReason.CLUSTER_UNMATCHED,
        unknown(UnknownReason.CLUSTER_UNMATCHED)),
    NO_ANSWER(facts -> facts.end = null, unknown(UnknownReason.END_UNKNOWN)),
    NEW_WITHOUT_EARLIEST_OFFSET(
        facts -> {
          facts.position = null;
          facts.earliest = null;
        },
        unknown(UnknownReason.END_UNKNOWN)),
    NEW(
        facts -> {
          facts.position = null;
          facts.earliest = 20L;
        },
        new LagTable.Decision(PartitionStatus.NOT_PICKED_UP, null, 80L)),
    BEYOND_END(
        facts -> facts.log = LogMatch.OTHER,
        new LagTable.Decision(
            PartitionStatus.POSITION_BEYOND_END, UnknownReason.TOPIC_RECREATED, null)),
    SUSPECTED(
        facts -> {
          facts.position = 101L;
          facts.log = LogMatch.SUSPECTED;
        },
        unknown(UnknownReason.TOPIC_RECREATED)),
    AHEAD_OF_AN_OLD_END(
        facts -> {
          facts.position = 101L;
          facts.pollFailed = true;
        },
        unknown(UnknownReason.END_UNKNOWN)),
    KNOWN(facts -> {}, new LagTable.Decision(PartitionStatus.MEASURED, null, 10L));

    final Consumer<Facts> change;
    final LagTable.Decision decision;

    WithBroker(Consumer<Facts> change, LagTable.Decision decision) {
      this.change = change;
      this.decision = decision;
    }
  }

  /** The rows without a broker, in order; the end offset is Spark's. */
  enum WithoutBroker {
    SOURCE_WITHOUT_POSITION(
        facts -> facts.sourceHasPosition = false, unknown(UnknownReason.POSITION_UNKNOWN)),
    INVALID_POSITION(facts -> facts.valid = false, unknown(UnknownReason.POSITION_INVALID)),
    PARTITION_WITHOUT_POSITION(
        facts -> facts.position = null, unknown(UnknownReason.POSITION_UNKNOWN)),
    NO_END(facts -> facts.end = null, unknown(UnknownReason.END_NOT_REPORTED)),
    AHEAD_OF_THE_END(facts -> facts.position = 101L, unknown(UnknownReason.LATEST_NOT_TOLD)),
    KNOWN(facts -> {}, new LagTable.Decision(PartitionStatus.MEASURED, null, 10L));

    final Consumer<Facts> change;
    final LagTable.Decision decision;

    WithoutBroker(Consumer<Facts> change, LagTable.Decision decision) {
      this.change = change;
      this.decision = decision;
    }
  }

  @ParameterizedTest
  @EnumSource
  void rowWithBrokerDecides(WithBroker row) {
    assertThat(decide(true, row.change)).isEqualTo(row.decision);
  }

  @ParameterizedTest
  @EnumSource
  void rowWithoutBrokerDecides(WithoutBroker row) {
    assertThat(decide(false, row.change)).isEqualTo(row.decision);
  }

  @ParameterizedTest
  @MethodSource("pairsWithBroker")
  void firstOfTwoRowsWithBrokerDecides(WithBroker first, WithBroker second) {
    assertThat(decide(true, second.change, first.change)).isEqualTo(first.decision);
  }

  @ParameterizedTest
  @MethodSource("pairsWithoutBroker")
  void firstOfTwoRowsWithoutBrokerDecides(WithoutBroker first, WithoutBroker second) {
    assertThat(decide(false, second.change, first.change)).isEqualTo(first.decision);
  }

  @Test
  void positionAtTheEndIsLagZeroOnBothBases() {
    for (boolean withBroker : new boolean[] {true, false}) {
      assertThat(decide(withBroker, facts -> facts.position = 100L).records()).isZero();
      assertThat(decide(withBroker, facts -> facts.position = 99L).records()).isOne();
    }
  }

  @Test
  void positionAheadOfTheLastPollIsLagZero() {
    LagTable.Decision ahead = decide(true, facts -> facts.position = 101L);
    assertThat(ahead).isEqualTo(new LagTable.Decision(PartitionStatus.MEASURED, null, 0L));
  }

  @Test
  void suspectedPositionThatALaterPollFindsBeforeTheEndIsMeasured() {
    LagTable.Decision decision =
        decide(
            true,
            facts -> {
              facts.position = 100L;
              facts.log = LogMatch.SUSPECTED;
            });
    assertThat(decision.records()).isZero();
  }

  @Test
  void failedPollDoesNotMatterUpToTheEnd() {
    LagTable.Decision atEnd =
        decide(
            true,
            facts -> {
              facts.position = 100L;
              facts.pollFailed = true;
            });
    assertThat(atEnd.records()).isZero();
  }

  @Test
  void newPartitionThatIsEmptyHasLagZero() {
    LagTable.Decision empty =
        decide(
            true,
            facts -> {
              facts.position = null;
              facts.earliest = 100L;
            });
    assertThat(empty).isEqualTo(new LagTable.Decision(PartitionStatus.NOT_PICKED_UP, null, 0L));
  }

  @Test
  void onlyABrokerTellsThatAPositionIsBeyondTheEndForGood() {
    assertThat(decide(false, facts -> facts.log = LogMatch.OTHER).records()).isEqualTo(10);
  }

  static Stream<Arguments> pairsWithBroker() {
    return pairs(WithBroker.values());
  }

  static Stream<Arguments> pairsWithoutBroker() {
    return pairs(WithoutBroker.values());
  }

  private static <T> Stream<Arguments> pairs(T[] rows) {
    List<T> all = Arrays.asList(rows);
    return all.stream()
        .flatMap(
            first ->
                all.subList(all.indexOf(first) + 1, all.size()).stream()
                    .map(second -> Arguments.of(first, second)));
  }

  @SafeVarargs
  private static LagTable.Decision decide(boolean withBroker, Consumer<Facts>... changes) {
    var facts = new Facts();
    for (Consumer<Facts> change : changes) {
      change.accept(facts);
    }
    return LagTable.decide(facts.facts(), withBroker);
  }

  private static LagTable.Decision unknown(UnknownReason reason) {
    return new LagTable.Decision(PartitionStatus.UNKNOWN, reason, null);
  }
}
