package io.lagwatch.exporter.config;

import java.time.Duration;

/** Limits for records that Kafka deletes unread. */
public record RetentionThresholds(
    @Description("alert this long before unread records are expected to be deleted")
        Duration retentionHorizon) {}
