package io.lagwatch.exporter.config;

import java.time.Duration;

/** Limits for records that Kafka deletes unread. */
public record RetentionThresholds(
    @Description("time until Kafka deletes unread records, below which RetentionAtRisk fires")
        Duration retentionHorizon) {}
