package io.lagwatch.exporter.config;

import java.time.Duration;

/** Limits for missing input. */
public record InputThresholds(
    @Description("time without rows from a source, above which NoInput fires")
        Duration quietPeriod) {}
