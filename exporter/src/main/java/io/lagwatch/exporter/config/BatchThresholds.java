package io.lagwatch.exporter.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Limits for the duration of batches. */
public record BatchThresholds(
    @Description("trigger interval, for queries whose driver cannot determine it")
        @Nullable Duration triggerInterval,
    @Description(
            "batch duration divided by trigger interval from which a batch is near its trigger"
                + " interval")
        double batchNearTriggerRatio,
    @Description(
            "time for which batches must be near their trigger interval before the alert fires")
        Duration batchNearTriggerHold,
    @Description(
            "minimum age from which a running batch is stuck; more for queries with long batches")
        Duration stuckAfter) {}
