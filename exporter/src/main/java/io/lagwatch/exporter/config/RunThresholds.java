package io.lagwatch.exporter.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How often a query runs, how long it may be stopped, and how long it stays visible. Immutable. */
public record RunThresholds(
    @Description(
            "normal time from the start of a run to the next start; RunMissed fires when no run has"
                + " started for this long plus expectGrace")
        @Nullable Duration expectEvery,
    @Description(
            "delay of a start that is normal; by default a tenth of expectEvery, at least 5m and at"
                + " most 2h")
        @Nullable Duration expectGrace,
    @Description(
            "time for which the query may be stopped, above which StoppedTooLong fires; for queries"
                + " that should always run")
        @Nullable Duration stoppedTolerated,
    @Description(
            "whether RunMissed fires for a query that has never reported; needs expectEvery, and"
                + " match and app without * and ?")
        boolean required,
    @Description(
            "time for which an ended or lost query stays visible, instead of the time in retention;"
                + " longer while it has an alert; by default at least twice expectEvery plus"
                + " expectGrace, and stoppedTolerated plus 24h")
        @Nullable Duration keep) {
  private static final Duration MIN_GRACE = Duration.ofMinutes(5);
  private static final Duration MAX_GRACE = Duration.ofHours(2);

  /** Longest normal time between two starts; null if no run is expected. */
  public @Nullable Duration longestInterval() {
    return expectEvery == null
        ? null
        : expectEvery.plus(expectGrace == null ? defaultGrace(expectEvery) : expectGrace);
  }

  /**
   * How long the query stays visible after its last run.
   *
   * @param retention of queries without a setting of their own
   */
  public Duration keptFor(Duration retention) {
    if (keep != null) {
      return keep;
    }
    Duration longest = retention;
    Duration interval = longestInterval();
    if (expectEvery != null && interval != null) {
      longest = longer(longest, interval.plus(expectEvery));
    }
    return stoppedTolerated == null
        ? longest
        : longer(longest, stoppedTolerated.plus(Duration.ofHours(24)));
  }

  private static Duration defaultGrace(Duration expectEvery) {
    Duration tenth = longer(expectEvery.dividedBy(10), MIN_GRACE);
    return tenth.compareTo(MAX_GRACE) > 0 ? MAX_GRACE : tenth;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
