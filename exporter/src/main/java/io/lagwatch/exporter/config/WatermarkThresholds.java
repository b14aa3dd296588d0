package io.lagwatch.exporter.config;

import java.time.Duration;

/** Limits for the watermark and for rows behind it. */
public record WatermarkThresholds(
    @Description("how long rows may come without the watermark moving")
        Duration watermarkStalledAfter,
    @Description("the share of the rows that may be dropped behind the watermark")
        double lateRowsRatio) {}
