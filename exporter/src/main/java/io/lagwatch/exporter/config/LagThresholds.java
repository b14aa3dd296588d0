package io.lagwatch.exporter.config;

import java.time.Duration;

/** What counts as growing lag, and for how long. */
public record LagThresholds(
    @Description(
            "shortest window over which lag growth is measured; extended until it contains two"
                + " batch ends")
        Duration lagWindow,
    @Description("time for which lag must keep growing before LagGrowing fires")
        Duration lagGrowingHold,
    @Description(
            "lag in time up to which lag never counts as growing; 1.25 trigger intervals if that is"
                + " longer")
        Duration lagFloor,
    @Description(
            "share of the arriving records that adds to the lag, above which lag counts as growing;"
                + " 0.01 is 1 %")
        double lagGrowthRatio,
    @Description(
            "time after the last report of a lost driver, from which LagGrowing assumes that the"
                + " query reads nothing")
        Duration silenceTolerated) {}
