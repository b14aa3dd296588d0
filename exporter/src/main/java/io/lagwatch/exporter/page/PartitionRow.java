package io.lagwatch.exporter.page;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.page.DataTable.Cell;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The row of one partition.
 *
 * @param records null when its lag is unknown
 * @param bar the lag as a share of the largest one
 * @param cells time behind, position, end and headroom
 */
record PartitionRow(
    String dataKey,
    String partition,
    Cell state,
    @Nullable String records,
    Bar bar,
    List<Cell> cells) {

  /**
   * The row of a partition.
   *
   * @param largest the largest lag of a partition of the query
   */
  static PartitionRow of(PartitionLag partition, long largest) {
    Long records = partition.records();
    var time = partition.time();
    return new PartitionRow(
        partition.source() + " " + partition.partition(),
        partition.partition().toString(),
        state(partition),
        records == null ? null : Numbers.count(records),
        Bar.of(records == null || largest == 0 ? 0 : (double) records / largest),
        List.of(
            Cell.number(
                time == null
                    ? null
                    : Sentences.atLeastSign(Times.duration(time.duration()), time.lowerBound())),
            Cell.count(partition.position()),
            Cell.count(partition.end()),
            headroom(partition.headroom())));
  }

  private static Cell headroom(@Nullable Long headroom) {
    return headroom != null && headroom < 0
        ? new Cell(Numbers.count(-headroom) + " lost", "number bad")
        : Cell.count(headroom);
  }

  private static Cell state(PartitionLag partition) {
    return switch (partition.state()) {
      case MEASURED -> Cell.text("measured");
      case NOT_PICKED_UP -> Cell.text("not read yet, counts from its earliest offset");
      case POSITION_BEYOND_END ->
          new Cell("position not in the current log (topic recreated or truncated)", "unknown");
      case UNKNOWN -> new Cell("unknown: no end offset", "unknown");
    };
  }
}
