package io.lagwatch.exporter.signal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long batches of a query take, from its last batches over all runs. Bounded. Not thread-safe.
 */
final class BatchDurations {
  private static final int RECENT = 8;
  private static final int MOST_NORMAL = 60;

  /** Utilisation is the median over this time, and over so many batches at least. */
  private static final Duration NORMAL_OVER = Duration.ofMinutes(5);

  private static final int NORMAL = 5;
  private static final int FEWEST_NORMAL = 3;

  /** A batch may take this many times as long as expected before it is overdue. */
  private static final int PATIENCE = 3;

  private static final Duration SLACK = Duration.ofMinutes(1);

  /** No batch is expected to take longer, whatever it has to read. */
  private static final Duration LONGEST = Duration.ofDays(1);

  /** What a batch may take while none has been seen to end. */
  private static final Duration UNKNOWN = Duration.ofMinutes(10);

  private final List<Batch> recent = new ArrayList<>();
  private final List<Normal> normal = new ArrayList<>();

  /**
   * One finished batch.
   *
   * @param records records that the position moved by, or rows where there is no position
   * @param rateLimited whether it left records behind when it was planned
   */
  record Batch(Duration took, long records, boolean rateLimited) {}

  /** A batch that did normal work. */
  record Normal(Instant endedAt, Duration took) {}

  /** Everything, for the state file. */
  record State(List<Batch> recent, List<Normal> normal) {}

  BatchDurations() {}

  BatchDurations(State state) {
    recent.addAll(state.recent());
    normal.addAll(state.normal());
  }

  State state() {
    return new State(List.copyOf(recent), List.copyOf(normal));
  }

  void ended(Batch batch) {
    recent.add(batch);
    if (recent.size() > RECENT) {
      recent.remove(0);
    }
  }

  /**
   * Takes the duration of a batch that did normal work: not the first of a run, which takes seconds
   * longer, and not one that worked off a backlog.
   */
  void endedNormally(Instant endedAt, Duration took) {
    normal.add(new Normal(endedAt, took));
    if (normal.size() > MOST_NORMAL) {
      normal.remove(0);
    }
  }

  /**
   * Median duration of the last normal batches ÷ trigger interval; null while there are too few.
   */
  @Nullable Double utilization(Duration interval) {
    int size = normal.size();
    if (size < FEWEST_NORMAL) {
      return null;
    }
    Instant from = normal.get(size - 1).endedAt().minus(NORMAL_OVER);
    int first = size - 1;
    while (first > 0 && (size - first < NORMAL || normal.get(first - 1).endedAt().isAfter(from))) {
      first--;
    }
    List<Duration> last = normal.subList(first, size).stream().map(Normal::took).sorted().toList();
    return (double) last.get((last.size() - 1) / 2).toMillis() / interval.toMillis();
  }

  /**
   * How long a batch may take that finds {@code backlog} records to read, before something must be
   * wrong: the time that they need at the pace of the second slowest of the last batches (the
   * slowest may have hung), and some more.
   */
  Duration allowance(long backlog) {
    if (recent.isEmpty()) {
      return UNKNOWN;
    }
    Duration usual = secondOf(recent.stream().map(Batch::took).toList(), Comparator.reverseOrder());
    List<Double> paces =
        recent.stream()
            .filter(b -> b.records() > 0 && !b.took().isZero())
            .map(b -> (double) b.records() / b.took().toMillis())
            .toList();
    Duration expected = usual;
    if (!paces.isEmpty()) {
      double millis = Math.min(backlog, mostRecords()) / secondOf(paces, Comparator.naturalOrder());
      expected =
          Duration.ofMillis(
              (long) Math.max(Math.min(millis, LONGEST.toMillis()), usual.toMillis()));
    }
    return Duration.ofMillis(expected.toMillis() * PATIENCE).plus(SLACK);
  }

  /** The most records one batch reads: under a rate limit no more than the largest one seen. */
  private long mostRecords() {
    return recent.stream().anyMatch(Batch::rateLimited)
        ? recent.stream().mapToLong(Batch::records).max().orElse(Long.MAX_VALUE)
        : Long.MAX_VALUE;
  }

  /** The second in that order, or the only one. */
  private static <T> T secondOf(List<T> values, Comparator<T> order) {
    List<T> sorted = values.stream().sorted(order).toList();
    return sorted.get(Math.min(1, sorted.size() - 1));
  }
}
