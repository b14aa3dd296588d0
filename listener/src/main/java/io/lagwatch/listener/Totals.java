package io.lagwatch.listener;

/**
 * Running totals since the start of a run. Immutable, so that a report never holds half a batch.
 */
final class Totals {
  /**
   * Upper bounds of the histogram in seconds: from a trigger that flies to one that takes an hour.
   */
  private static final double[] BOUNDS = {
    0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600
  };

  static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0, new long[BOUNDS.length]);

  /** Finished batches, empty ones included. */
  final long batches;

  /** Of these, batches without input. */
  final long emptyBatches;

  /** Rows as Spark counts them, which is not always the number of records. */
  final long inputRows;

  /** Rows that state operators dropped behind the watermark. */
  final long droppedLateRows;

  /** Of the batches, those that an earlier run had begun and not finished. */
  final long replayedBatches;

  private final double seconds;
  private final long[] atOrBelow;

  private Totals(
      long batches,
      long emptyBatches,
      long inputRows,
      long droppedLateRows,
      long replayedBatches,
      double seconds,
      long[] atOrBelow) {
    this.batches = batches;
    this.emptyBatches = emptyBatches;
    this.inputRows = inputRows;
    this.droppedLateRows = droppedLateRows;
    this.replayedBatches = replayedBatches;
    this.seconds = seconds;
    this.atOrBelow = atOrBelow;
  }

  Totals plus(BatchFacts batch) {
    long[] counts = atOrBelow.clone();
    for (int i = 0; i < BOUNDS.length; i++) {
      if (batch.seconds <= BOUNDS[i]) {
        counts[i]++;
      }
    }
    return new Totals(
        batches + 1,
        emptyBatches + (batch.hadInput ? 0 : 1),
        inputRows + batch.rows,
        droppedLateRows + batch.droppedLateRows,
        replayedBatches + (batch.replayed ? 1 : 0),
        seconds + batch.seconds,
        counts);
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
    json.field("sum", seconds);
    json.name("buckets").beginObject();
    for (int i = 0; i < BOUNDS.length; i++) {
      json.field(label(BOUNDS[i]), atOrBelow[i]);
    }
    json.endObject().endObject().endObject();
  }

  private static String label(double bound) {
    return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
  }
}
