package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.elements;
import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;

import io.lagwatch.exporter.ingest.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Measures the share of rows that state operators drop because of the watermark. Spark counts
 * dropped rows after partial aggregation, so this is a share of the operators' input. Bounded. Not
 * thread-safe.
 */
final class LateRows {
  /** Period that the ratio is measured over. */
  static final Duration WINDOW = Duration.ofMinutes(15);

  private static final Duration STEP = Duration.ofMinutes(1);

  private final ArrayDeque<RowCounts> counts = new ArrayDeque<>();

  /** Running totals at a moment. */
  record RowCounts(Instant at, long dropped, long rows) {}

  LateRows(List<RowCounts> counts) {
    this.counts.addAll(counts);
  }

  /** Checks what the state file holds. */
  static void check(List<RowCounts> saved) {
    for (RowCounts own : elements(saved, "lateRows")) {
      required(own.at(), "lateRows.at");
      notNegative(own.dropped(), "lateRows.dropped");
      notNegative(own.rows(), "lateRows.rows");
    }
  }

  List<RowCounts> counts() {
    return List.copyOf(counts);
  }

  void observe(Totals totals, Instant now) {
    RowCounts last = counts.peekLast();
    if (last == null || !last.at().plus(STEP).isAfter(now)) {
      counts.add(new RowCounts(now, totals.droppedLateRows(), totals.inputRows()));
    }
    while (counts.size() > 1 && counts.peekFirst().at().plus(WINDOW).isBefore(now)) {
      counts.removeFirst();
    }
  }

  /** Dropped rows divided by rows read in about the last {@link #WINDOW}; at most 1. */
  double ratio(Totals totals) {
    RowCounts from = counts.peekFirst();
    long dropped = from == null ? 0 : totals.droppedLateRows() - from.dropped();
    long rows = from == null ? 0 : totals.inputRows() - from.rows();
    return dropped <= 0 ? 0 : (double) dropped / Math.max(dropped, rows);
  }
}
