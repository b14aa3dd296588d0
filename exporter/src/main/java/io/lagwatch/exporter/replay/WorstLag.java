package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.watch.LagView;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The largest lag of a query, and when it was not known. Not thread-safe. */
final class WorstLag {
  /** Times during which the lag, or a part of it, was unknown, with the reason. */
  final Spans unknown = new Spans(Duration.ofSeconds(1));

  private @Nullable Records records;
  private @Nullable Age age;
  private @Nullable String unknownReason;

  /**
   * The most records.
   *
   * @param atLeast whether some partitions were unknown then
   */
  record Records(long count, boolean atLeast, Instant at) {}

  /** The highest age of the oldest unread record. */
  record Age(TimeLag lag, Instant at) {}

  void seen(LagView lag, Instant at) {
    Long known = lag.records();
    if (known != null && (records == null || known > records.count())) {
      records = new Records(known, lag.recordsAtLeast(), at);
    }
    TimeLag time = lag.time();
    if (time != null && (age == null || time.duration().compareTo(age.lag().duration()) > 0)) {
      age = new Age(time, at);
    }
    unknown.seen(lag.isIncomplete() ? String.valueOf(lag.reason()) : null, at);
    if (known == null) {
      unknownReason = lag.reason();
    }
  }

  /** Null when the lag was never known. */
  @Nullable Records records() {
    return records;
  }

  /** Null when the age was never known. */
  @Nullable Age age() {
    return age;
  }

  /** Why the lag was last unknown as a whole; null when it never was. */
  @Nullable String unknownReason() {
    return unknownReason;
  }
}
