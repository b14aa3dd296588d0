package io.lagwatch.exporter.config;

import java.time.Duration;

/** Limits for missing input. */
public record InputThresholds(
    @Description("the longest time without input that is normal") Duration quietPeriod) {}
