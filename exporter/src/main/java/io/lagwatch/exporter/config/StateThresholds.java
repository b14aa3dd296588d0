package io.lagwatch.exporter.config;

/** Limits for the state of stateful operators. */
public record StateThresholds(
    @Description(
            "growth of the state per hour beyond the growth of the input, above which StateGrowing"
                + " fires; 0.1 is 10 %")
        double stateGrowthPerHour) {}
