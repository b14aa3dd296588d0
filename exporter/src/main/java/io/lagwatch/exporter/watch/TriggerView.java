package io.lagwatch.exporter.watch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The trigger of a query. Immutable.
 *
 * @param type Spark's name of the trigger; null if the driver could not read it
 * @param interval time between the starts of two batches: the driver's, or the setting {@code
 *     triggerInterval} if the driver could not read the trigger; null if batches are not started at
 *     an interval
 * @param reason why {@code interval} is null; otherwise null
 * @param declaredInterval the interval that the query sets, for every type of trigger. Zero means
 *     as soon as possible; null if the trigger has none
 * @param reportsPosition false for continuous processing, which reports no progress
 * @param nearRatio threshold for batch duration divided by interval: from there a batch is close to
 *     its trigger
 */
public record TriggerView(
    @Nullable String type,
    @Nullable Duration interval,
    @Nullable String reason,
    @Nullable Duration declaredInterval,
    boolean reportsPosition,
    double nearRatio) {}
