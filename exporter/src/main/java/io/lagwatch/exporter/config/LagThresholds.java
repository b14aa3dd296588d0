package io.lagwatch.exporter.config;

import java.time.Duration;

/** What counts as growing lag, and for how long. */
public record LagThresholds(
    @Description(
            "the shortest window over which lag is judged; longer where two batch ends need it")
        Duration lagWindow,
    @Description("how long lag must keep growing before the alert fires") Duration lagGrowingHold,
    @Description(
            "how far behind in time is never called growing; a trigger interval and a quarter where"
                + " that is longer")
        Duration lagFloor,
    @Description("the share of what arrives that must add to the lag") double lagGrowthRatio,
    @Description("how long a driver may be silent before its lag is judged without it")
        Duration silenceTolerated) {}
