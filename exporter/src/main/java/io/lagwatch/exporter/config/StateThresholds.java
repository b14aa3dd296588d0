package io.lagwatch.exporter.config;

/** Limits for the state of stateful operators. */
public record StateThresholds(
    @Description("growth of the state per hour that is normal, beyond that of the input")
        double stateGrowthPerHour) {}
