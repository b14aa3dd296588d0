package io.lagwatch.exporter.signal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Signals about the watermark of a query.
 *
 * @param delay time from the watermark to the end of the last batch; negative when event time is
 *     ahead
 * @param stalledFor time for which rows have arrived without the watermark advancing
 * @param lateRowsRatio rows dropped because of the watermark divided by rows read, over the last
 *     minutes
 */
public record WatermarkSignals(
    @Nullable Duration delay, @Nullable Duration stalledFor, @Nullable Double lateRowsRatio) {

  /** No signal is known. */
  public static final WatermarkSignals UNKNOWN = new WatermarkSignals(null, null, null);
}
