package io.lagwatch.exporter.config;

/** Limits for the state of stateful operators. */
public record StateThresholds(
    @Description("the growth of the state an hour, beyond that of the input, that is normal")
        double stateGrowthPerHour) {}
