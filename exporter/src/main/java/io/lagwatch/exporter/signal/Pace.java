package io.lagwatch.exporter.signal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long batches of a query take, from its last batches over all runs. Bounded. Not thread-safe.
 */
final class Pace {
  private static final int RECENT = 8;
  private static final int TYPICAL = 5;
  private static final int FEWEST_TYPICAL = 3;

  /** A batch may take this many times as long as expected before it is overdue. */
  private static final int PATIENCE = 3;

  private static final Duration SLACK = Duration.ofMinutes(1);

  private final List<Batch> recent = new ArrayList<>();
  private final List<Duration> typical = new ArrayList<>();

  /**
   * One finished batch.
   *
   * @param records records that the position moved by, or rows where there is no position
   * @param rateLimited whether it left records behind when it was planned
   */
  record Batch(Duration took, long records, boolean rateLimited) {}

  /** Everything, for the state file. */
  record State(List<Batch> recent, List<Duration> typical) {}

  Pace() {}

  Pace(State state) {
    recent.addAll(state.recent());
    typical.addAll(state.typical());
  }

  State state() {
    return new State(List.copyOf(recent), List.copyOf(typical));
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
  void endedNormally(Duration took) {
    typical.add(took);
    if (typical.size() > TYPICAL) {
      typical.remove(0);
    }
  }

  /**
   * Median duration of the last normal batches ÷ trigger interval; null while there are too few.
   */
  @Nullable Double utilization(Duration interval) {
    return typical.size() < FEWEST_TYPICAL
        ? null
        : (Double) ((double) middle(typical).toMillis() / interval.toMillis());
  }

  /**
   * How long a batch may take that finds {@code backlog} records to read, before something must be
   * wrong: the time that they need at the usual pace, and some more.
   */
  Duration allowance(long backlog) {
    Duration usual =
        recent.isEmpty() ? Duration.ZERO : middle(recent.stream().map(Batch::took).toList());
    List<Double> paces =
        recent.stream()
            .filter(b -> b.records() > 0 && !b.took().isZero())
            .map(b -> (double) b.records() / b.took().toMillis())
            .toList();
    Duration expected = usual;
    if (!paces.isEmpty()) {
      double millis = Math.min(backlog, mostRecords()) / middle(paces);
      expected = Duration.ofMillis((long) Math.max(millis, usual.toMillis()));
    }
    return expected.multipliedBy(PATIENCE).plus(SLACK);
  }

  /** The most records one batch reads: under a rate limit no more than the largest one seen. */
  private long mostRecords() {
    return recent.stream().anyMatch(Batch::rateLimited)
        ? recent.stream().mapToLong(Batch::records).max().orElse(Long.MAX_VALUE)
        : Long.MAX_VALUE;
  }

  private static <T extends Comparable<T>> T middle(List<T> values) {
    return values.stream().sorted(Comparator.naturalOrder()).toList().get(values.size() / 2);
  }
}
