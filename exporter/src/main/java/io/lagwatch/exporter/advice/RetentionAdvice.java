package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** States when Kafka will delete unread records, or that it has deleted some. */
final class RetentionAdvice {
  /** A longer time is not shown. */
  private static final Duration MAX_SHOWN = Duration.ofDays(7);

  private RetentionAdvice() {}

  static @Nullable Advice of(QueryView query) {
    Long lost = query.lag().outlook().recordsLost();
    if (lost != null && lost > 0) {
      return new Advice(
          "Retention",
          "Kafka has deleted "
              + Sentences.atLeast(
                  Numbers.counted(lost, "record", "records"), query.lag().partitionsUnknown() > 0)
              + " that the query has not read. Increase the topic's retention.ms to keep the"
              + " others. With failOnDataLoss=true, which is Spark's default, the query fails when"
              + " it tries to read the deleted ones.");
    }
    Duration horizon = query.lag().outlook().retentionHorizon();
    PartitionLag least = query.lag().outlook().leastHeadroom();
    if (horizon == null || horizon.compareTo(MAX_SHOWN) > 0 || least == null) {
      return null;
    }
    return new Advice(
        "Retention",
        "At current rates, Kafka will start to delete unread records in "
            + Times.duration(horizon)
            + ". The position in partition "
            + least.partition()
            + " is only "
            + Numbers.counted(least.headroom() == null ? 0 : least.headroom(), "record", "records")
            + " after its earliest offset. Increase the topic's retention.ms now. Then repair the"
            + " cause of the lag.");
  }
}
