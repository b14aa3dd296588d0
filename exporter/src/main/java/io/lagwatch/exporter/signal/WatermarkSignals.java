package io.lagwatch.exporter.signal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Signals about the watermark of a query.
 *
 * @param age time from the watermark to now; negative when event time is ahead
 * @param stalledFor time for which rows have arrived without the watermark advancing
 * @param lateRowsRatio rows dropped because of the watermark divided by rows read, over the last
 *     minutes
 */
public record WatermarkSignals(
    @Nullable Duration age, @Nullable Duration stalledFor, @Nullable Double lateRowsRatio) {

  /** Period that {@code lateRowsRatio} is measured over. */
  public static final Duration LATE_ROWS_WINDOW = LateRows.WINDOW;

  /** No signal is known. */
  public static final WatermarkSignals UNKNOWN = new WatermarkSignals(null, null, null);
}
