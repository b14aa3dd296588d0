package io.lagwatch.exporter.config;

import java.time.Duration;

/** Limits for the watermark and for rows behind it. */
public record WatermarkThresholds(
    @Description("time for which rows may arrive without the watermark advancing")
        Duration watermarkStalledAfter,
    @Description("share of the rows that may be dropped because they are older than the watermark")
        double lateRowsRatio) {}
