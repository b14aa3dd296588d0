package io.lagwatch.listener;

import java.util.Map;
import org.apache.spark.sql.streaming.SourceProgress;
import org.apache.spark.sql.streaming.StateOperatorProgress;
import org.apache.spark.sql.streaming.StreamingQueryProgress;

/**
 * What the totals need to know of one progress. Read from the getters on Spark's thread, so nothing
 * here turns anything into JSON; the fields exist unchanged from Spark 3.3 to 4.2.
 */
final class BatchFacts {
  /**
   * False for the zero-row progress that Spark up to 3.4 sends on idle: it carries the id of the
   * batch to come and the state numbers of the batch before, and has no {@code addBatch} phase.
   */
  final boolean executed;

  /**
   * Whether an earlier run had begun this batch and not finished it: Spark runs it again from its
   * logged offsets, and so neither asks for the latest ones nor logs any (3.4 to 4.2).
   */
  final boolean replayed;

  /** Whether the position of a source moved on (Kafka), or rows came (other sources). */
  final boolean hadInput;

  final long rows;
  final long droppedLateRows;
  final double seconds;

  private BatchFacts(
      boolean executed,
      boolean replayed,
      boolean hadInput,
      long rows,
      long droppedLateRows,
      double seconds) {
    this.executed = executed;
    this.replayed = replayed;
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
      hadInput |= gaveInput(source);
    }
    long dropped = 0;
    for (StateOperatorProgress operator : progress.stateOperators()) {
      dropped += Math.max(0, operator.numRowsDroppedByWatermark());
    }
    boolean executed = executed(progress);
    Map<String, Long> phases = progress.durationMs();
    boolean replayed =
        executed && !phases.containsKey("latestOffset") && !phases.containsKey("walCommit");
    return new BatchFacts(executed, replayed, hadInput, rows, dropped, seconds(progress));
  }

  static boolean executed(StreamingQueryProgress progress) {
    return progress.durationMs().containsKey("addBatch");
  }

  /**
   * Spark's row counts are wrong in {@code foreachBatch} (twice, or none), so where the position is
   * Kafka's it decides; the offsets are only taken apart when they disagree with the rows.
   */
  private static boolean gaveInput(SourceProgress source) {
    boolean rows = source.numInputRows() > 0;
    String start = source.startOffset();
    String end = source.endOffset();
    if (start == null || end == null || !source.description().startsWith("Kafka")) {
      return rows;
    }
    return !start.equals(end) && (rows || KafkaPosition.advanced(start, end));
  }

  private static double seconds(StreamingQueryProgress progress) {
    Map<String, Long> phases = progress.durationMs();
    Long trigger = phases.get("triggerExecution");
    long millis = trigger == null ? progress.batchDuration() : trigger;
    return Math.max(0, millis) / 1000.0;
  }
}
