package io.lagwatch.exporter.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Limits for the duration of batches. */
public record BatchThresholds(
    @Description("the trigger interval where the driver could not learn it")
        @Nullable Duration triggerInterval,
    @Description("batch duration ÷ trigger interval from which on a batch is near its trigger")
        double batchNearTriggerRatio,
    @Description("how long batches must be near their trigger before the alert fires")
        Duration batchNearTriggerHold,
    @Description(
            "the shortest age from which on a batch is stuck; longer where the query's batches take"
                + " long")
        Duration stuckAfter) {}
