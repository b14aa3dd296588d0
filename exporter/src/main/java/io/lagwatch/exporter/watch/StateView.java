package io.lagwatch.exporter.watch;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State and event time after the last completed batch. Immutable.
 *
 * @param operators the state operators; empty for a query without state
 * @param rows rows in the state of all operators; null without state, and if Spark does not count
 *     the rows of one operator
 * @param reason why {@code rows} is null although there is state; otherwise null
 */
public record StateView(
    List<OperatorView> operators,
    @Nullable Long rows,
    @Nullable String reason,
    WatermarkView watermark) {

  /**
   * One state operator. A value is null if Spark did not report it.
   *
   * @param label index and name, as in the metrics
   * @param commit time that the last batch spent in committing the state, summed over the tasks
   */
  public record OperatorView(
      String label,
      @Nullable Long rows,
      @Nullable Long rowsUpdated,
      @Nullable Long memoryBytes,
      @Nullable Duration commit,
      @Nullable Long rowsDroppedByWatermark) {}

  /** Returns true if the query has state. */
  public boolean isStateful() {
    return !operators.isEmpty();
  }
}
