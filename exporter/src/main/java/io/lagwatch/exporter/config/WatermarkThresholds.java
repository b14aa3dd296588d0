package io.lagwatch.exporter.config;

import java.time.Duration;

/** Limits for the watermark and for rows behind it. */
public record WatermarkThresholds(
    @Description(
            "time for which rows arrive without the watermark advancing, above which"
                + " WatermarkStalled fires")
        Duration watermarkStalledAfter,
    @Description(
            "share of the rows of 15 minutes that is older than the watermark and dropped, above"
                + " which LateRowsDropped fires")
        double lateRowsRatio) {}
