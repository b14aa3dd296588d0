package io.lagwatch.exporter.signal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The signals of one query at one moment. A null signal is unknown or does not apply.
 *
 * @param triggerUtilization median of the last batches' duration ÷ trigger interval
 * @param lagFloor how far behind in time one trigger interval explains
 * @param catchUp until lag is 0 at the present rates; null unless it is catching up
 */
public record Signals(
    @Nullable Double triggerUtilization, @Nullable Duration lagFloor, @Nullable Duration catchUp) {
  public static final Signals UNKNOWN = new Signals(null, null, null);
}
