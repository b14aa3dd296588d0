package io.lagwatch.exporter.watch;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State and event time as the last completed batch left them.
 *
 * @param operators empty for a query without state
 * @param rows in the state of all operators; null without state and when Spark does not count the
 *     rows of one of them
 * @param reason why {@code rows} is null although there is state
 */
public record StateView(
    List<OperatorView> operators,
    @Nullable Long rows,
    @Nullable String reason,
    WatermarkView watermark) {

  /**
   * One state operator. Null means that Spark did not report the value.
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

  /** Whether the query keeps state. */
  public boolean isStateful() {
    return !operators.isEmpty();
  }
}
