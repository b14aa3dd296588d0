package io.lagwatch.exporter.config;

import java.time.Duration;
import java.util.Map;

/**
 * The thresholds that apply to one query: the first matching entry under {@code queries:} over the
 * defaults.
 *
 * <p>Each component of a group is a key of the settings file with the same name; the groups do not
 * appear in the file. The component's type decides which values are valid ({@link Duration}, {@code
 * double} and {@code long}, all above 0, and {@code boolean}); its {@link Description} is the text
 * in the reference. A new threshold needs a component in its group and its default below.
 */
public record QuerySettings(
    InputThresholds input,
    BatchThresholds batch,
    LagThresholds lag,
    WatermarkThresholds watermark,
    StateThresholds state,
    RetentionThresholds retention,
    RunThresholds runs) {
  public static final QuerySettings DEFAULTS =
      new QuerySettings(
          new InputThresholds(Duration.ofMinutes(30)),
          new BatchThresholds(null, 0.8, Duration.ofMinutes(2), Duration.ofMinutes(10)),
          new LagThresholds(
              Duration.ofMinutes(5),
              Duration.ofMinutes(3),
              Duration.ofMinutes(1),
              0.01,
              Duration.ofMinutes(8)),
          new WatermarkThresholds(Duration.ofMinutes(15), 0.01),
          new StateThresholds(0.1),
          new RetentionThresholds(Duration.ofHours(6)),
          new RunThresholds(null, null, null, false, null));

  /** The same settings with another quiet period. */
  public QuerySettings withQuietPeriod(Duration period) {
    return with("quietPeriod", period);
  }

  /** The same settings with another value of a key, as {@code keep}. */
  public QuerySettings with(String key, Object value) {
    return QueryKeys.settings(this, Map.of(key, value));
  }
}
