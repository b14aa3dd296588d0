package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.history.BatchPoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a batch costs: a fixed part and a part for each record, as a line through the last batches
 * by least squares.
 *
 * @param fixedSeconds what a batch takes that reads nothing; null where all batches are about as
 *     large as each other, so that the two parts cannot be told apart
 * @param secondsPerRecord the fixed part spread over the records where it is not known by itself
 * @param meanSeconds of the batches
 * @param meanRecords of the batches
 */
record BatchCost(
    @Nullable Double fixedSeconds,
    double secondsPerRecord,
    double meanSeconds,
    double meanRecords,
    int batches) {
  private static final int FEWEST = 8;
  private static final int NEWEST = 30;

  /** Standard deviation over mean of the records from which on a line can be trusted. */
  private static final double SPREAD = 0.12;

  /** Of the last run; null where too few batches say how much they read. */
  static @Nullable BatchCost of(List<BatchPoint> all) {
    if (all.isEmpty()) {
      return null;
    }
    String run = all.get(all.size() - 1).runId();
    List<BatchPoint> batches =
        all.stream()
            .filter(b -> b.runId().equals(run) && b.records() != null && b.records() > 0)
            .toList();
    batches = batches.subList(Math.max(0, batches.size() - NEWEST), batches.size());
    return batches.size() < FEWEST ? null : fitted(batches);
  }

  private static BatchCost fitted(List<BatchPoint> batches) {
    int n = batches.size();
    double records = batches.stream().mapToDouble(BatchCost::records).average().orElseThrow();
    double seconds = batches.stream().mapToDouble(BatchCost::seconds).average().orElseThrow();
    double spread = 0;
    double together = 0;
    for (BatchPoint batch : batches) {
      double off = records(batch) - records;
      spread += off * off;
      together += off * (seconds(batch) - seconds);
    }
    double slope = spread == 0 ? 0 : together / spread;
    double fixed = seconds - slope * records;
    boolean line = Math.sqrt(spread / n) >= SPREAD * records && slope > 0 && fixed >= 0;
    return line
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
