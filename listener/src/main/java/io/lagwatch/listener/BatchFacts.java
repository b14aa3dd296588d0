package io.lagwatch.listener;

import java.util.Map;
import org.apache.spark.sql.streaming.SourceProgress;
import org.apache.spark.sql.streaming.StateOperatorProgress;
import org.apache.spark.sql.streaming.StreamingQueryProgress;

/**
 * The values of one progress that go into the totals. Read from the getters on Spark's thread,
 * without creating JSON. The fields are the same in Spark 3.3 to 4.2.
 */
final class BatchFacts {
  /**
   * False for the progress without rows that Spark up to 3.4 sends on idle. It has the id of the
   * next batch, the state metrics of the previous batch, and no {@code addBatch} duration.
   */
  final boolean wasExecuted;

  /**
   * True if an earlier run had started this batch but not completed it. Spark then runs the batch
   * again from the logged offsets, so its progress has neither a {@code latestOffset} nor a {@code
   * walCommit} duration (3.4 to 4.2).
   */
  final boolean wasReplayed;

  /** True if the position in a Kafka source advanced, or if another source returned rows. */
  final boolean hadInput;

  final long rows;
  final long droppedLateRows;
  final double seconds;

  private BatchFacts(
      boolean wasExecuted,
      boolean wasReplayed,
      boolean hadInput,
      long rows,
      long droppedLateRows,
      double seconds) {
    this.wasExecuted = wasExecuted;
    this.wasReplayed = wasReplayed;
    this.hadInput = hadInput;
    this.rows = rows;
    this.droppedLateRows = droppedLateRows;
    this.seconds = seconds;
  }

  static BatchFacts of(StreamingQueryProgress progress) {
    long rows = 0;
    boolean hadInput = false;
    for (SourceProgress source : progress.sources()) {
      rows += Math.max(0, source.numInputRows());
      hadInput |= hadInput(source);
    }
    long droppedLateRows = 0;
    for (StateOperatorProgress operator : progress.stateOperators()) {
      droppedLateRows += Math.max(0, operator.numRowsDroppedByWatermark());
    }
    boolean wasExecuted = wasExecuted(progress);
    Map<String, Long> durations = progress.durationMs();
    boolean wasReplayed =
        wasExecuted
            && !durations.containsKey("latestOffset")
            && !durations.containsKey("walCommit");
    return new BatchFacts(
        wasExecuted, wasReplayed, hadInput, rows, droppedLateRows, seconds(progress));
  }

  /** True if the progress is that of a batch; false if the query was idle. */
  static boolean wasExecuted(StreamingQueryProgress progress) {
    return progress.durationMs().containsKey("addBatch");
  }

  /**
   * Compares positions for Kafka, because Spark's row counts are wrong with {@code foreachBatch}:
   * rows are counted twice or not at all. Parses the offsets only if the rows do not decide.
   */
  private static boolean hadInput(SourceProgress source) {
    boolean hasRows = source.numInputRows() > 0;
    String start = source.startOffset();
    String end = source.endOffset();
    if (start == null || end == null || !source.description().startsWith("Kafka")) {
      return hasRows;
    }
    return !start.equals(end) && (hasRows || KafkaPosition.hasAdvanced(start, end));
  }

  private static double seconds(StreamingQueryProgress progress) {
    Long trigger = progress.durationMs().get("triggerExecution");
    long millis = trigger == null ? progress.batchDuration() : trigger;
    return Math.max(0, millis) / 1000.0;
  }
}
