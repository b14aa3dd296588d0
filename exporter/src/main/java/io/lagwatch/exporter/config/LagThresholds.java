package io.lagwatch.exporter.config;

import java.time.Duration;

/** What counts as growing lag, and for how long. */
public record LagThresholds(
    @Description(
            "minimum window over which lag growth is measured; extended to contain two batch ends")
        Duration lagWindow,
    @Description("time for which lag must keep growing before the alert fires")
        Duration lagGrowingHold,
    @Description("lag below this age never counts as growing; at least 1.25 trigger intervals")
        Duration lagFloor,
    @Description("share of the arriving records above which lag counts as growing; 0.01 is 1 %")
        double lagGrowthRatio,
    @Description("time without reports from the driver after which lag is evaluated without them")
        Duration silenceTolerated) {}
