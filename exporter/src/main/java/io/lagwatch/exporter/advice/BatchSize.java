package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.history.BatchPoint;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recommends the number of records of a batch that takes half the trigger interval, so that the
 * other half is left for catching up. Compares it with the records that arrive.
 */
final class BatchSize {
  private BatchSize() {}

  static @Nullable Advice of(QueryView query, List<BatchPoint> batches) {
    Duration trigger = query.trigger().interval();
    BatchCost cost = BatchCost.of(batches);
    if (trigger == null || cost == null || query.run().state() != QueryState.RUNNING) {
      return null;
    }
    double half = trigger.toMillis() / 2000.0;
    Double fixed = cost.fixedSeconds();
    if (fixed != null && fixed >= half) {
      return new Advice("Batch size", tooFast(cost, fixed, trigger));
    }
    double records = (half - (fixed == null ? 0 : fixed)) / cost.secondsPerRecord();
    String size = Numbers.approximate(records);
    if (fixed == null) {
      size = (half >= cost.meanSeconds() ? "at least " : "fewer than ") + size;
    } else {
      size = "about " + size;
    }
    return new Advice(
        "Batch size",
        "A batch of "
            + size
            + " records takes half the trigger interval ("
            + seconds(half)
            + " of "
            + Times.duration(trigger)
            + ")."
            + basis(cost)
            + arriving(query, cost, trigger, records));
  }

  private static String tooFast(BatchCost cost, double fixed, Duration trigger) {
    return "A batch takes "
        + seconds(fixed)
        + " even if it reads few records, so no batch size reduces it to half the trigger interval"
        + " of "
        + Times.duration(trigger)
        + "."
        + basis(cost)
        + " Use a trigger interval of more than "
        + seconds(2 * fixed)
        + ".";
  }

  private static String basis(BatchCost cost) {
    Double fixed = cost.fixedSeconds();
    return " In the last "
        + cost.batches()
        + " batches, a batch took "
        + (fixed == null
            ? seconds(cost.meanSeconds())
                + " for "
                + Numbers.approximate(cost.meanRecords())
                + " records on average."
            : seconds(fixed)
                + " plus "
                + seconds(1000 * cost.secondsPerRecord())
                + " for each 1,000 records.");
  }

  private static String arriving(
      QueryView query, BatchCost cost, Duration trigger, double records) {
    Double perSecond = query.rates().arrivalPerSecond();
    if (perSecond == null) {
      return "";
    }
    double each = perSecond * trigger.toMillis() / 1000;
    String arrive =
        " About " + Numbers.approximate(each) + " records arrive in each trigger interval";
    if (each <= records) {
      return arrive + ". They fit into one such batch.";
    }
    double busy = cost.secondsPerRecord() * perSecond;
    Double fixed = cost.fixedSeconds();
    return arrive
        + ", which is more: with maxOffsetsPerTrigger at that size, lag would grow. "
        + (fixed != null && busy < 0.45
            ? "With a trigger interval of "
                + seconds(fixed / (0.5 - busy))
                + ", a batch takes half of it."
            : "Add cores, or reduce the work per record.");
  }

  private static String seconds(double seconds) {
    return Times.duration(seconds);
  }
}
