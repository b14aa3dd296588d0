package io.lagwatch.exporter.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long a query stays visible after its last run. */
public record RunThresholds(
    @Description(
            "time for which an ended or lost query stays visible, instead of the time in retention;"
                + " longer while it has an alert")
        @Nullable Duration keep) {}
