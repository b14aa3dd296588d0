package io.lagwatch.listener;

/**
 * Counters since the start of a run. Immutable, so that a report never contains half of a batch.
 */
final class RunTotals {
  /** Upper bounds of the histogram of batch durations, in seconds. */
  private static final double[] BOUNDS = {
    0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600
  };

  static final RunTotals NONE = new RunTotals(0, 0, 0, 0, 0, 0, new long[BOUNDS.length]);

  /** Completed batches, including batches without input. */
  final long batches;

  /** Completed batches without input. */
  final long emptyBatches;

  /** Input rows as counted by Spark, which can differ from the number of records. */
  final long inputRows;

  /** Rows that state operators dropped because they were older than the watermark. */
  final long droppedLateRows;

  /** Completed batches that an earlier run had started but not completed. */
  final long replayedBatches;

  private final double batchSeconds;

  /** Batches up to each bound (cumulative). */
  private final long[] buckets;

  private RunTotals(
      long batches,
      long emptyBatches,
      long inputRows,
      long droppedLateRows,
      long replayedBatches,
      double batchSeconds,
      long[] buckets) {
    this.batches = batches;
    this.emptyBatches = emptyBatches;
    this.inputRows = inputRows;
    this.droppedLateRows = droppedLateRows;
    this.replayedBatches = replayedBatches;
    this.batchSeconds = batchSeconds;
    this.buckets = buckets;
  }

  RunTotals plus(BatchFacts batch) {
    long[] newBuckets = buckets.clone();
    for (int i = 0; i < BOUNDS.length; i++) {
      if (batch.seconds <= BOUNDS[i]) {
        newBuckets[i]++;
      }
    }
    return new RunTotals(
        batches + 1,
        emptyBatches + (batch.hadInput ? 0 : 1),
        inputRows + batch.rows,
        droppedLateRows + batch.droppedLateRows,
        replayedBatches + (batch.wasReplayed ? 1 : 0),
        batchSeconds + batch.seconds,
        newBuckets);
  }

  void writeTo(JsonWriter json) {
    json.beginObject();
    json.field("batches", batches);
    json.field("emptyBatches", emptyBatches);
    json.field("inputRows", inputRows);
    json.field("droppedLateRows", droppedLateRows);
    json.field("replayedBatches", replayedBatches);
    json.name("batchSeconds").beginObject();
    json.field("count", batches);
    json.field("sum", batchSeconds);
    json.name("buckets").beginObject();
    for (int i = 0; i < BOUNDS.length; i++) {
      json.field(label(BOUNDS[i]), buckets[i]);
    }
    json.endObject().endObject().endObject();
  }

  private static String label(double bound) {
    return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
  }
}
