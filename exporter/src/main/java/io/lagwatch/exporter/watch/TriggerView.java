package io.lagwatch.exporter.watch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How batches of a query are started.
 *
 * @param type Spark's name of the trigger; null when the driver could not read it
 * @param interval time between the starts of two batches: the driver's, or the setting {@code
 *     triggerInterval} when the driver could not read the trigger; null when batches are not
 *     started at an interval
 * @param reason why {@code interval} is null; null when it is not
 * @param declaredInterval the interval as the query declares it, for every type of trigger: zero
 *     means as soon as possible; null when the trigger has none
 * @param reportsPosition false for continuous processing, which reports no progress
 * @param nearRatio batch duration divided by the interval from which a batch is close to its
 *     trigger
 */
public record TriggerView(
    @Nullable String type,
    @Nullable Duration interval,
    @Nullable String reason,
    @Nullable Duration declaredInterval,
    boolean reportsPosition,
    double nearRatio) {}
