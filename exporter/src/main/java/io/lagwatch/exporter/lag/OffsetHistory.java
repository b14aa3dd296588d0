package io.lagwatch.exporter.lag;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The polled end offsets of one partition of the last two days. Older points are thinned: all are
 * kept for a minute, one in 15 s for ten minutes, one a minute for an hour, one in ten minutes for
 * half a day, and one an hour after that. Values between two polls are interpolated. Nothing is
 * extrapolated.
 *
 * <p>It is bounded, because there is one for every partition (about 200 points, 4 KB), and exact:
 * all offsets are longs. Not thread-safe.
 */
public final class OffsetHistory {
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long KEPT = 48 * HOUR;
  private static final long THINNED_EVERY = 10 * MINUTE;

  private long[] times = new long[8];
  private long[] ends = new long[8];
  private int size;
  private long thinnedAt;

  /** What the state file stores: epoch milliseconds and end offsets, oldest first. */
  @SuppressWarnings("ArrayRecordComponent") // Boxed numbers would take five times the memory.
  public record Saved(long[] times, long[] ends) {
    public Saved {
      if (times.length != ends.length) {
        throw new IllegalArgumentException(
            "history has " + times.length + " times and " + ends.length + " end offsets");
      }
    }
  }

  /** An empty history. */
  public OffsetHistory() {}

  /** Restores a history. Points that are out of order are left out. */
  public OffsetHistory(Saved state) {
    for (int i = 0; i < Math.min(state.times().length, state.ends().length); i++) {
      add(Instant.ofEpochMilli(state.times()[i]), state.ends()[i]);
    }
  }

  /**
   * Adds a polled end offset. An end offset below the newest one means another log (the topic was
   * recreated or truncated): all earlier points are removed. A point that is not newer than the
   * newest one is ignored.
   */
  public void add(Instant at, long end) {
    long time = at.toEpochMilli();
    if (size > 0 && time <= times[size - 1]) {
      return;
    }
    if (size > 0 && end < ends[size - 1]) {
      size = 0;
    }
    if (size >= 2 && ends[size - 1] == end && ends[size - 2] == end) {
      times[size - 1] = time; // a flat stretch is its first and its last point
      return;
    }
    if (size == times.length) {
      thin(time);
    }
    if (size == times.length) {
      int room = size + Math.max(8, size / 4);
      times = Arrays.copyOf(times, room);
      ends = Arrays.copyOf(ends, room);
    }
    times[size] = time;
    ends[size] = end;
    size++;
    if (time - thinnedAt > THINNED_EVERY) {
      thin(time);
    }
  }

  /** The end offset at {@code at}, interpolated between two polls; null outside of the history. */
  public @Nullable Long endAt(Instant at) {
    long time = at.toEpochMilli();
    if (size == 0 || time < times[0] || time > times[size - 1]) {
      return null;
    }
    int right = Arrays.binarySearch(times, 0, size, time);
    if (right >= 0) {
      return ends[right];
    }
    right = -right - 1;
    int left = right - 1;
    double part = (double) (time - times[left]) / (times[right] - times[left]);
    return ends[left] + Math.round((ends[right] - ends[left]) * part);
  }

  /**
   * The age of the oldest unread record at {@code now}: the time since the end offset equalled
   * {@code position}. {@link TimeLag#NONE} if the newest end offset is not beyond the position; a
   * lower bound if the position is older than the history; null without any history.
   */
  public @Nullable TimeLag behind(long position, Instant now) {
    if (size == 0) {
      return null;
    }
    if (ends[size - 1] <= position) {
      return TimeLag.NONE;
    }
    if (position < ends[0]) {
      return new TimeLag(age(times[0], now), true);
    }
    int left = lastAtOrBelow(position);
    int right = left + 1;
    double part = (double) (position - ends[left]) / (ends[right] - ends[left]);
    long arrived = times[left] + Math.round((times[right] - times[left]) * part);
    return new TimeLag(age(arrived, now), false);
  }

  /**
   * Records per second over about the last {@code window}; null when the history spans less than
   * half of it.
   */
  public @Nullable Double ratePerSecond(Duration window) {
    if (size < 2) {
      return null;
    }
    long newest = times[size - 1];
    long from = newest - window.toMillis();
    if (times[0] > newest - window.toMillis() / 2) {
      return null;
    }
    Instant start = Instant.ofEpochMilli(Math.max(from, times[0]));
    Long endThen = endAt(start);
    return endThen == null
        ? null
        : (ends[size - 1] - endThen) * 1000.0 / (newest - start.toEpochMilli());
  }

  /** A copy for the state file. */
  public Saved saved() {
    return new Saved(Arrays.copyOf(times, size), Arrays.copyOf(ends, size));
  }

  private int lastAtOrBelow(long position) {
    int low = 0;
    int high = size - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (ends[middle] <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private static Duration age(long time, Instant now) {
    return Duration.ofMillis(Math.max(0, now.toEpochMilli() - time));
  }

  /**
   * Keeps the newest point of every step. The steps are absolute times, so that a second thinning
   * changes nothing.
   */
  private void thin(long now) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      long age = now - times[i];
      long step = stepAt(age);
      boolean sameStepAsNext = step > 0 && i + 1 < size && times[i] / step == times[i + 1] / step;
      if (age <= KEPT && (!sameStepAsNext || i == 0)) {
        times[kept] = times[i];
        ends[kept] = ends[i];
        kept++;
      }
    }
    size = kept;
    thinnedAt = now;
  }

  /** How far apart points of this age need to be; 0 when all are kept. */
  private static long stepAt(long age) {
    if (age <= MINUTE) {
      return 0;
    }
    if (age <= 10 * MINUTE) {
      return 15 * SECOND;
    }
    if (age <= HOUR) {
      return MINUTE;
    }
    return age <= 12 * HOUR ? 10 * MINUTE : HOUR;
  }
}
