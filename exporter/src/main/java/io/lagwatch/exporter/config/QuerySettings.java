package io.lagwatch.exporter.config;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is expected of one query: the first matching entry under {@code queries:} over the defaults.
 *
 * <p>Each component is a key of the file with the same name; its type is its check ({@link
 * Duration}, {@code double} and {@code long}, all above 0), its {@link Description} stands in the
 * reference. So a new threshold is a component here and its default below.
 */
public record QuerySettings(
    @Description("the longest time without input that is normal") Duration quietPeriod,
    @Description("the trigger interval where the driver could not learn it")
        @Nullable Duration triggerInterval,
    @Description("batch duration ÷ trigger interval from which on a batch is near its trigger")
        double batchNearTriggerRatio,
    @Description("how long batches must be near their trigger before the alert fires")
        Duration batchNearTriggerHold,
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
        Duration silenceTolerated,
    @Description(
            "the shortest age from which on a batch is stuck; longer where the query's batches take"
                + " long")
        Duration stuckAfter,
    @Description("how long rows may come without the watermark moving")
        Duration watermarkStalledAfter,
    @Description("the share of the rows that may be dropped behind the watermark")
        double lateRowsRatio,
    @Description("the growth of the state an hour, beyond that of the input, that is normal")
        double stateGrowthPerHour,
    @Description("how long before records are lost to retention it is said")
        Duration retentionHorizon) {
  public static final QuerySettings DEFAULTS =
      new QuerySettings(
          Duration.ofMinutes(30),
          null,
          0.8,
          Duration.ofMinutes(2),
          Duration.ofMinutes(5),
          Duration.ofMinutes(3),
          Duration.ofMinutes(1),
          0.01,
          Duration.ofMinutes(8),
          Duration.ofMinutes(10),
          Duration.ofMinutes(15),
          0.01,
          0.1,
          Duration.ofHours(6));

  /** The same with another quiet period. */
  public QuerySettings withQuietPeriod(Duration period) {
    return QueryKeys.settings(this, Map.of("quietPeriod", period));
  }
}
