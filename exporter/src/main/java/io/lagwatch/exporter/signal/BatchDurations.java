package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.elements;
import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The durations of the last batches of a query, over all runs. Its size is limited. Not
 * thread-safe.
 */
final class BatchDurations {
  private static final int MAX_RECENT = 8;
  private static final int MAX_NORMAL = 60;

  /** Utilization is the median over this time, and over at least {@link #MEDIAN_OF} batches. */
  private static final Duration MEDIAN_WINDOW = Duration.ofMinutes(5);

  private static final int MEDIAN_OF = 5;
  private static final int MIN_NORMAL = 3;

  /** A batch is overdue if it takes this many times the expected duration. */
  private static final int STUCK_FACTOR = 3;

  private static final Duration STUCK_MARGIN = Duration.ofMinutes(1);

  /** The longest expected duration, whatever the batch reads. */
  private static final Duration MAX_EXPECTED = Duration.ofDays(1);

  /** The expected duration before the first batch has completed. */
  private static final Duration WITHOUT_HISTORY = Duration.ofMinutes(10);

  private final List<FinishedBatch> recent = new ArrayList<>();
  private final List<NormalBatch> normal = new ArrayList<>();

  /**
   * One completed batch.
   *
   * @param records offsets that the position advanced, or rows if there is no position
   * @param rateLimited true if a rate limit excluded records when it was planned
   */
  record FinishedBatch(Duration took, long records, boolean rateLimited) {}

  /** A normal batch. */
  record NormalBatch(Instant endedAt, Duration took) {}

  /** The content of the state file. */
  record SavedBatchDurations(List<FinishedBatch> recent, List<NormalBatch> normal) {
    SavedBatchDurations {
      for (FinishedBatch batch : elements(recent, "pace.recent")) {
        notNegative(batch.took(), "pace.recent.took");
        notNegative(batch.records(), "pace.recent.records");
      }
      for (NormalBatch batch : elements(normal, "pace.normal")) {
        required(batch.endedAt(), "pace.normal.endedAt");
        notNegative(batch.took(), "pace.normal.took");
      }
    }
  }

  BatchDurations() {}

  BatchDurations(SavedBatchDurations state) {
    recent.addAll(state.recent());
    normal.addAll(state.normal());
  }

  SavedBatchDurations state() {
    return new SavedBatchDurations(List.copyOf(recent), List.copyOf(normal));
  }

  void ended(FinishedBatch batch) {
    recent.add(batch);
    if (recent.size() > MAX_RECENT) {
      recent.remove(0);
    }
  }

  /**
   * Adds the duration of a normal batch. The first batches of a run, which take seconds longer, and
   * batches that read a backlog are not normal.
   */
  void endedNormally(Instant endedAt, Duration took) {
    normal.add(new NormalBatch(endedAt, took));
    if (normal.size() > MAX_NORMAL) {
      normal.remove(0);
    }
  }

  /**
   * Returns the median duration of the last normal batches divided by the trigger interval; null
   * while there are too few.
   */
  @Nullable Double utilization(Duration interval) {
    int size = normal.size();
    if (size < MIN_NORMAL) {
      return null;
    }
    Instant from = normal.get(size - 1).endedAt().minus(MEDIAN_WINDOW);
    int first = size - 1;
    while (first > 0
        && (size - first < MEDIAN_OF || normal.get(first - 1).endedAt().isAfter(from))) {
      first--;
    }
    List<Duration> last =
        normal.subList(first, size).stream().map(NormalBatch::took).sorted().toList();
    return (double) last.get((last.size() - 1) / 2).toMillis() / interval.toMillis();
  }

  /**
   * Returns the longest normal duration of a batch with a backlog of this many records. It is
   * computed from the time per record of the second slowest of the last batches, with a margin. The
   * slowest may have been hanging.
   */
  Duration maxExpectedDuration(long backlog) {
    if (recent.isEmpty()) {
      return WITHOUT_HISTORY;
    }
    Duration usual =
        secondOf(recent.stream().map(FinishedBatch::took).toList(), Comparator.reverseOrder());
    List<Double> paces =
        recent.stream()
            .filter(b -> b.records() > 0 && !b.took().isZero())
            .map(b -> (double) b.records() / b.took().toMillis())
            .toList();
    Duration expected = usual;
    if (!paces.isEmpty()) {
      double millis = Math.min(backlog, maxRecords()) / secondOf(paces, Comparator.naturalOrder());
      expected =
          Duration.ofMillis(
              (long)
                  Math.max(
                      Math.min(millis, (double) MAX_EXPECTED.toMillis()),
                      (double) usual.toMillis()));
    }
    return Duration.ofMillis(expected.toMillis() * STUCK_FACTOR).plus(STUCK_MARGIN);
  }

  /**
   * Returns the largest number of records that one batch reads. With a rate limit, it is that of
   * the largest batch so far.
   */
  private long maxRecords() {
    return recent.stream().anyMatch(FinishedBatch::rateLimited)
        ? recent.stream().mapToLong(FinishedBatch::records).max().orElse(Long.MAX_VALUE)
        : Long.MAX_VALUE;
  }

  /** Returns the second element in that order, or the only one. */
  private static <T> T secondOf(List<T> values, Comparator<T> order) {
    List<T> sorted = values.stream().sorted(order).toList();
    return sorted.get(Math.min(1, sorted.size() - 1));
  }
}
