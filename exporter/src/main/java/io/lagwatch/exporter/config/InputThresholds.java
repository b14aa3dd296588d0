package io.lagwatch.exporter.config;

import java.time.Duration;

/** Limits for missing input. */
public record InputThresholds(
    @Description("alert NoInput when no rows have arrived for this long") Duration quietPeriod) {}
