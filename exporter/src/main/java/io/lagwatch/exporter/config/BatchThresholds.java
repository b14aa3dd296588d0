package io.lagwatch.exporter.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Limits for the duration of batches. */
public record BatchThresholds(
    @Description("trigger interval of queries whose driver cannot determine it")
        @Nullable Duration triggerInterval,
    @Description(
            "median batch duration divided by the trigger interval, from which BatchNearTrigger"
                + " fires")
        double batchNearTriggerRatio,
    @Description(
            "time for which batchNearTriggerRatio must be reached before BatchNearTrigger fires")
        Duration batchNearTriggerHold,
    @Description(
            "age above which a running batch is stuck; for a query with long batches the exporter"
                + " uses a longer time")
        Duration stuckAfter) {}
