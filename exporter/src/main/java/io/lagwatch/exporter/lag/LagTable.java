package io.lagwatch.exporter.lag;

import io.lagwatch.exporter.lag.PartitionFacts.LogMatch;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides the lag of one partition. There is one list of rows for each basis, and the first row
 * that applies decides. There is no other rule. Pure; thread-safe.
 */
final class LagTable {
  private static final Row SOURCE_WITHOUT_POSITION =
      unknown(facts -> !facts.position().ofSource(), UnknownReason.POSITION_UNKNOWN);
  private static final Row INVALID_POSITION =
      unknown(facts -> !facts.position().valid(), UnknownReason.POSITION_INVALID);

  private static final List<Row> WITH_BROKER =
      List.of(
          SOURCE_WITHOUT_POSITION,
          INVALID_POSITION,
          undetermined(UnknownReason.CLUSTER_AMBIGUOUS),
          undetermined(UnknownReason.CLUSTER_UNREACHABLE),
          undetermined(UnknownReason.CLUSTER_UNMATCHED),
          unknown(facts -> facts.log().end() == null, UnknownReason.END_UNKNOWN),
          unknown(
              facts -> !facts.isInPosition() && facts.log().earliest() == null,
              UnknownReason.END_UNKNOWN),
          new Row(facts -> !facts.isInPosition(), PartitionStatus.NOT_PICKED_UP, null),
          new Row(
              facts -> facts.position().log() == LogMatch.OTHER,
              PartitionStatus.POSITION_BEYOND_END,
              UnknownReason.TOPIC_RECREATED),
          // Not reported as a state of its own yet: the leader of the partition may have changed.
          unknown(
              facts -> facts.position().log() == LogMatch.SUSPECTED && facts.isAheadOfEnd(),
              UnknownReason.TOPIC_RECREATED),
          // The end offset is at least the position, which does not mean lag 0. Without a failed
          // poll it does, until the next poll.
          unknown(
              facts -> facts.isAheadOfEnd() && facts.log().pollFailedSince(),
              UnknownReason.END_UNKNOWN),
          new Row(facts -> true, PartitionStatus.MEASURED, null));

  /** Spark's end offsets are those of the last planning: real-time mode reads beyond them. */
  private static final List<Row> WITHOUT_BROKER =
      List.of(
          SOURCE_WITHOUT_POSITION,
          INVALID_POSITION,
          unknown(facts -> !facts.isInPosition(), UnknownReason.POSITION_UNKNOWN),
          unknown(facts -> facts.log().end() == null, UnknownReason.END_NOT_REPORTED),
          unknown(PartitionFacts::isAheadOfEnd, UnknownReason.LATEST_NOT_TOLD),
          new Row(facts -> true, PartitionStatus.MEASURED, null));

  private LagTable() {}

  /**
   * One row.
   *
   * @param reason null if the row gives a number
   */
  private record Row(
      Predicate<PartitionFacts> applies, PartitionStatus status, @Nullable UnknownReason reason) {}

  /**
   * The lag of one partition, or why it is unknown.
   *
   * @param reason null if the lag is known
   */
  record Decision(PartitionStatus status, @Nullable UnknownReason reason, @Nullable Long records) {}

  /** The lag in records, or why it is unknown. */
  static Decision decide(PartitionFacts facts, boolean withBroker) {
    for (Row row : withBroker ? WITH_BROKER : WITHOUT_BROKER) {
      if (row.applies().test(facts)) {
        return new Decision(
            row.status(), row.reason(), row.reason() == null ? records(facts) : null);
      }
    }
    throw new IllegalStateException("the last row applies to everything");
  }

  /** The offset from which the query still has to read; null while it is unknown. */
  static @Nullable Long readFrom(PartitionFacts facts) {
    return facts.isInPosition() ? facts.position().offset() : facts.log().earliest();
  }

  private static @Nullable Long records(PartitionFacts facts) {
    Long end = facts.log().end();
    Long readFrom = readFrom(facts);
    return end == null || readFrom == null ? null : (Long) Math.max(0, end - readFrom);
  }

  private static Row undetermined(UnknownReason reason) {
    return unknown(facts -> facts.log().undetermined() == reason, reason);
  }

  private static Row unknown(Predicate<PartitionFacts> applies, UnknownReason reason) {
    return new Row(applies, PartitionStatus.UNKNOWN, reason);
  }
}
