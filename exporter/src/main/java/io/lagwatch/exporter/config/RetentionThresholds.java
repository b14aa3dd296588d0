package io.lagwatch.exporter.config;

import java.time.Duration;

/** Limits for records that Kafka deletes unread. */
public record RetentionThresholds(
    @Description("how long before records are lost to retention it is said")
        Duration retentionHorizon) {}
