package io.lagwatch.exporter.page;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.watch.QueryView;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every partition that the query reads, worst first.
 *
 * @param cut how many rows are shown when not all are; else null
 */
record PartitionTable(
    List<DataTable.Heading> headings, List<PartitionRow> rows, @Nullable String cut) {
  private static final int SHOWN = 100;
  private static final int MAX_SHOWN = 5000;

  private static final List<DataTable.Heading> HEADINGS =
      DataTable.headings(
          List.of(
              "Partition", "State", "Lag, records", "Time behind", "Position", "End", "Headroom"),
          5);

  private static final Comparator<PartitionLag> WORST_FIRST =
      Comparator.comparingInt(PartitionTable::rank)
          .thenComparing(PartitionTable::timesBehind, Comparator.reverseOrder())
          .thenComparing(PartitionTable::records, Comparator.reverseOrder())
          .thenComparing(PartitionTable::millis, Comparator.reverseOrder())
          .thenComparing(PartitionLag::source)
          .thenComparing(PartitionLag::partition);

  /**
   * The table of a query.
   *
   * @param all whether to list all partitions, up to 5,000
   */
  static PartitionTable of(QueryView query, boolean all) {
    var partitions = query.lag().partitions().stream().sorted(WORST_FIRST).toList();
    long largest = partitions.stream().mapToLong(PartitionTable::records).max().orElse(0);
    int shown = Math.min(partitions.size(), all ? MAX_SHOWN : SHOWN);
    return new PartitionTable(
        HEADINGS,
        partitions.subList(0, shown).stream()
            .map(partition -> PartitionRow.of(partition, largest))
            .toList(),
        shown < partitions.size()
            ? "The worst " + shown + " of " + Numbers.count(partitions.size()) + "."
            : null);
  }

  private static int rank(PartitionLag partition) {
    return switch (partition.state()) {
      case POSITION_BEYOND_END -> 0;
      case UNKNOWN -> 1;
      case MEASURED, NOT_PICKED_UP -> 2;
    };
  }

  /** The age as a power of two of seconds: partitions of a similar age are sorted by records. */
  private static int timesBehind(PartitionLag partition) {
    return Long.SIZE - Long.numberOfLeadingZeros(millis(partition) / 1000);
  }

  private static long millis(PartitionLag partition) {
    return partition.time() == null ? 0 : partition.time().duration().toMillis();
  }

  private static long records(PartitionLag partition) {
    return partition.records() == null ? 0 : partition.records();
  }
}
