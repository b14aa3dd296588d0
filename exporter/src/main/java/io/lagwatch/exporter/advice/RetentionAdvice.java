package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** When records are deleted before they are read. */
final class RetentionAdvice {
  /** Further away than this nobody needs to think of it. */
  private static final Duration WORTH_SAYING = Duration.ofDays(7);

  private RetentionAdvice() {}

  static @Nullable Advice of(QueryView query) {
    Long lost = query.lag().outlook().recordsLost();
    if (lost != null && lost > 0) {
      return new Advice(
          "Retention",
          Sentences.capitalized(
                  Sentences.atLeast(
                      Numbers.counted(lost, "record", "records"),
                      query.lag().partitionsUnknown() > 0))
              + " between the position and the start of the log are gone already. A longer"
              + " retention.ms of the topic keeps the rest; with failOnDataLoss, which is Spark's"
              + " own setting, the query fails at them.");
    }
    Duration horizon = query.lag().outlook().retentionHorizon();
    PartitionLag least = query.lag().outlook().leastHeadroom();
    if (horizon == null || horizon.compareTo(WORTH_SAYING) > 0 || least == null) {
      return null;
    }
    return new Advice(
        "Retention",
        "At current rates, retention will start deleting unread records in "
            + Times.duration(horizon)
            + ". The smallest headroom is that of "
            + least.partition()
            + ": "
            + Numbers.counted(least.headroom() == null ? 0 : least.headroom(), "record", "records")
            + ". Increase the topic's retention.ms before that, then fix the query.");
  }
}
