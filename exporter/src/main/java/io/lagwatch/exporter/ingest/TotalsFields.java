package io.lagwatch.exporter.ingest;

import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads and checks the counters of one query. */
final class TotalsFields {
  /**
   * Higher than any real count, and low enough that the sum over all runs does not overflow a
   * {@code long}.
   */
  static final long MAX_TOTAL = 100_000_000_000_000_000L;

  private static final double MAX_SECONDS = 1e12;

  private TotalsFields() {}

  static Totals read(JsonField totals) throws Refusal {
    long batches = totals.field("batches").wholeNumber(MAX_TOTAL);
    long inputRows = totals.field("inputRows").wholeNumber(MAX_TOTAL);
    return new Totals(
        batches,
        orZero(totals.field("emptyBatches"), batches),
        inputRows,
        orZero(totals.field("droppedLateRows"), MAX_TOTAL),
        orZero(totals.field("replayedBatches"), batches),
        durations(totals.field("batchSeconds")));
  }

  private static long orZero(JsonField field, long max) throws Refusal {
    return field.absent() ? 0 : field.wholeNumber(max);
  }

  private static Totals.Durations durations(JsonField durations) throws Refusal {
    if (durations.absent()) {
      return Totals.Durations.NONE;
    }
    durations.object();
    long count = orZero(durations.field("count"), MAX_TOTAL);
    var sum = durations.field("sum");
    return new Totals.Durations(
        count,
        sum.absent() ? 0 : sum.seconds(MAX_SECONDS),
        buckets(durations.field("buckets"), count));
  }

  private static SortedMap<Double, Long> buckets(JsonField field, long count) throws Refusal {
    var counts = new TreeMap<Double, JsonField>();
    if (!field.absent()) {
      for (var entry : field.entries(Totals.Durations.MAX_BOUNDS).entrySet()) {
        if (counts.put(bound(entry.getKey(), entry.getValue()), entry.getValue()) != null) {
          throw bad(entry.getValue(), "each bound once", entry.getKey());
        }
      }
    }
    var buckets = new TreeMap<Double, Long>();
    long below = 0;
    for (var entry : counts.entrySet()) {
      long n = entry.getValue().wholeNumber(count);
      if (n < below) {
        throw Refusal.invalid(
            entry.getValue().path(),
            "a cumulative count of at least " + below,
            entry.getValue().node());
      }
      buckets.put(entry.getKey(), n);
      below = n;
    }
    return buckets;
  }

  private static double bound(String key, JsonField at) throws Refusal {
    var expected = "a positive number of seconds as the bound";
    if (key.length() > 40) {
      throw bad(at, expected, key);
    }
    try {
      double bound = new BigDecimal(key).doubleValue();
      if (bound > 0 && bound <= MAX_SECONDS) {
        return bound;
      }
    } catch (NumberFormatException notANumber) {
      throw bad(at, expected, key);
    }
    throw bad(at, expected, key);
  }

  private static Refusal bad(JsonField at, String expected, String key) {
    return Refusal.of(Refusal.INVALID, at.path(), expected, FoundValue.quoted(key));
  }
}
