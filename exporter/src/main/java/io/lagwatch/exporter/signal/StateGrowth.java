package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.elements;
import static io.lagwatch.exporter.query.SavedField.notNegative;

import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.query.LastBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Detects state that grows without bound. Compares the lowest size in each hour with that of the
 * hour before, without the growth of the input. State that fills up after a start, follows a busier
 * day or rises and falls with its windows does not grow for {@link #COMPARED_HOURS} hours in a row.
 * Bounded. Not thread-safe.
 */
final class StateGrowth {
  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  /** Number of consecutive hours in which the state must have grown. */
  static final int COMPARED_HOURS = 3;

  /** A state with fewer rows is ignored, however fast it grows. */
  private static final long MIN_ROWS = 10_000;

  private final List<HourlyState> hours = new ArrayList<>();
  private @Nullable Long rowsBefore;

  /**
   * One hour.
   *
   * @param hour since the epoch
   * @param lowest the fewest rows of state
   * @param input rows read
   */
  record HourlyState(long hour, long lowest, long input) {}

  /**
   * The content of the state file.
   *
   * @param rowsBefore total input rows at the last batch; null in files of earlier versions and
   *     before the first batch
   */
  record SavedStateGrowth(List<HourlyState> hours, @Nullable Long rowsBefore) {
    SavedStateGrowth {
      for (HourlyState hour : elements(hours, "stateGrowth.hours")) {
        notNegative(hour.lowest(), "stateGrowth.hours.lowest");
        notNegative(hour.input(), "stateGrowth.hours.input");
      }
      notNegative(rowsBefore, "stateGrowth.rowsBefore");
      hours = List.copyOf(hours);
    }
  }

  StateGrowth() {}

  StateGrowth(SavedStateGrowth saved) {
    hours.addAll(saved.hours());
    rowsBefore = saved.rowsBefore();
  }

  SavedStateGrowth state() {
    return new SavedStateGrowth(hours, rowsBefore);
  }

  /** Adds a completed batch. */
  void ended(LastBatch batch, long inputRowsTotal) {
    Long rows = batch.progress().stateRows();
    if (rows == null) {
      return;
    }
    long input = rowsBefore == null ? 0 : Math.max(0, inputRowsTotal - rowsBefore);
    rowsBefore = inputRowsTotal;
    long hour = batch.endedAt().toEpochMilli() / HOUR_MILLIS;
    HourlyState last = hours.isEmpty() ? null : hours.get(hours.size() - 1);
    if (last != null && last.hour() == hour) {
      hours.set(
          hours.size() - 1,
          new HourlyState(
              hour, Math.min(last.lowest(), rows), SaturatingMath.add(last.input(), input)));
    } else {
      hours.add(new HourlyState(hour, rows, input));
      if (hours.size() > COMPARED_HOURS + 2) {
        hours.remove(0);
      }
    }
  }

  /**
   * Returns the smallest growth per hour in the last three complete hours; 0.1 is ten per cent.
   * Null while they are unknown.
   */
  @Nullable Double perHour(Instant now) {
    long current = now.toEpochMilli() / HOUR_MILLIS;
    double least = Double.MAX_VALUE;
    for (int back = 1; back <= COMPARED_HOURS; back++) {
      HourlyState hour = hour(current - back);
      HourlyState before = hour(current - back - 1);
      if (hour == null || before == null) {
        return null;
      }
      double state = (double) hour.lowest() / Math.max(1, before.lowest());
      double input = (double) hour.input() / Math.max(1, before.input());
      least = hour.lowest() < MIN_ROWS ? 0 : Math.min(least, state / Math.max(1, input) - 1);
    }
    return Math.max(0, least);
  }

  private @Nullable HourlyState hour(long wanted) {
    return hours.stream().filter(h -> h.hour() == wanted).findFirst().orElse(null);
  }
}
