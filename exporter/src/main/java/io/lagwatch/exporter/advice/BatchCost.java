package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.history.BatchPoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The duration of a batch as a fixed part and a part per record, fitted to the last batches by
 * least squares. Immutable.
 *
 * @param fixedSeconds duration of a batch that reads no records; null if the batches have similar
 *     sizes, because the two parts cannot then be separated
 * @param secondsPerRecord duration per record; it includes the fixed part if that is unknown
 * @param meanSeconds mean duration of the batches
 * @param meanRecords mean number of records of the batches
 */
record BatchCost(
    @Nullable Double fixedSeconds,
    double secondsPerRecord,
    double meanSeconds,
    double meanRecords,
    int batches) {
  private static final int MIN_BATCHES = 8;
  private static final int MAX_BATCHES = 30;

  /** Minimum standard deviation of the records, divided by their mean, for a reliable fit. */
  private static final double MIN_SPREAD = 0.12;

  /**
   * Returns the cost of the last run; null if the number of records is known for too few batches.
   */
  static @Nullable BatchCost of(List<BatchPoint> all) {
    if (all.isEmpty()) {
      return null;
    }
    String run = all.get(all.size() - 1).runId();
    List<BatchPoint> batches =
        all.stream()
            .filter(b -> b.runId().equals(run) && b.records() != null && b.records() > 0)
            .toList();
    batches = batches.subList(Math.max(0, batches.size() - MAX_BATCHES), batches.size());
    return batches.size() < MIN_BATCHES ? null : fitted(batches);
  }

  private static BatchCost fitted(List<BatchPoint> batches) {
    int n = batches.size();
    double records = batches.stream().mapToDouble(BatchCost::records).average().orElseThrow();
    double seconds = batches.stream().mapToDouble(BatchCost::seconds).average().orElseThrow();
    double spread = 0;
    double covariance = 0;
    for (BatchPoint batch : batches) {
      double deviation = records(batch) - records;
      spread += deviation * deviation;
      covariance += deviation * (seconds(batch) - seconds);
    }
    double slope = spread == 0 ? 0 : covariance / spread;
    double fixed = seconds - slope * records;
    boolean isReliable = Math.sqrt(spread / n) >= MIN_SPREAD * records && slope > 0 && fixed >= 0;
    return isReliable
        ? new BatchCost(fixed, slope, seconds, records, n)
        : new BatchCost(null, seconds / records, seconds, records, n);
  }

  private static double records(BatchPoint batch) {
    return batch.records() == null ? 0 : batch.records();
  }

  private static double seconds(BatchPoint batch) {
    return batch.duration().toMillis() / 1000.0;
  }
}
