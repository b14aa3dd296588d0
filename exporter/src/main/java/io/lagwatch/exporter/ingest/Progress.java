package io.lagwatch.exporter.ingest;

import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.lag.UnreadPositions;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Spark's {@code StreamingQueryProgress}, as far as Lagwatch uses it. A null number was absent,
 * NaN, infinite or otherwise none.
 *
 * @param timestamp start of the trigger, driver's clock
 * @param batchId of the batch; of the batch to come when {@link #idle()}
 * @param numInputRows as Spark counts them, which is not always the number of records
 * @param durationMs phase to milliseconds; phases neither add up to {@code triggerExecution} nor
 *     are the same in all versions
 */
public record Progress(
    Instant timestamp,
    long batchId,
    @Nullable Long numInputRows,
    @Nullable Double inputRowsPerSecond,
    @Nullable Double processedRowsPerSecond,
    SortedMap<String, Long> durationMs,
    @Nullable Instant watermark,
    @Nullable Instant eventTimeMax,
    List<StateOperator> stateOperators,
    List<Source> sources) {

  /** The phase that is the whole trigger in {@link #durationMs}. */
  public static final String TRIGGER_EXECUTION = "triggerExecution";

  public Progress {
    durationMs = Collections.unmodifiableSortedMap(new TreeMap<>(durationMs));
    stateOperators = List.copyOf(stateOperators);
    sources = List.copyOf(sources);
  }

  /**
   * True for the zero-row progress that Spark up to 3.4 sends instead of an idle event, and that
   * {@code lastProgress} holds on idle in every version: no batch ran, so there is no {@code
   * addBatch} phase (a real no-data batch has one). Real-time and other triggers always have it
   * too.
   */
  public boolean idle() {
    return !durationMs.containsKey("addBatch");
  }

  /**
   * Whether an earlier run had begun this batch and not finished it: Spark runs it again from its
   * logged offsets, and so neither asks for the latest ones nor logs any (3.4 to 4.2).
   */
  public boolean replayed() {
    return !idle()
        && !durationMs.containsKey("latestOffset")
        && !durationMs.containsKey("walCommit");
  }

  /** How long the whole trigger took; zero where Spark did not measure it. */
  public Duration triggerExecution() {
    return Duration.ofMillis(durationMs.getOrDefault(TRIGGER_EXECUTION, 0L));
  }

  /** The same with other operators. */
  public Progress withStateOperators(List<StateOperator> operators) {
    return with(operators, sources);
  }

  /** The same without sources and state operators. */
  Progress withoutParts() {
    return with(List.of(), List.of());
  }

  private Progress with(List<StateOperator> operators, List<Source> otherSources) {
    return new Progress(
        timestamp,
        batchId,
        numInputRows,
        inputRowsPerSecond,
        processedRowsPerSecond,
        durationMs,
        watermark,
        eventTimeMax,
        operators,
        otherSources);
  }

  /** Rows in the state of all operators; null without any, or where one does not say. */
  public @Nullable Long stateRows() {
    long sum = 0;
    for (StateOperator operator : stateOperators) {
      Long rows = operator.rows();
      if (rows == null) {
        return null;
      }
      sum = SaturatingMath.add(sum, rows);
    }
    return stateOperators.isEmpty() ? null : (Long) sum;
  }

  /**
   * One state operator; {@code index} with the name is its identity.
   *
   * @param rows null where Spark does not count them too
   */
  public record StateOperator(
      int index,
      String name,
      @Nullable Long rows,
      @Nullable Long rowsUpdated,
      @Nullable Long memoryBytes,
      @Nullable Long rowsDroppedByWatermark,
      @Nullable Long commitMs) {
    /** The same, its rows unknown. */
    public StateOperator withoutRows() {
      return new StateOperator(
          index, name, null, rowsUpdated, memoryBytes, rowsDroppedByWatermark, commitMs);
    }

    /** The value of the label {@code operator}. */
    public String label() {
      return index + ":" + name;
    }
  }

  /**
   * One source.
   *
   * @param kafka whether its offsets are Kafka's; only then may the three maps be non-null
   * @param start null for the first batch of a run
   * @param end the query's position once the batch is finished
   * @param unread the partitions of which {@code endOffset} holds no offset
   * @param latest the end of the log when the batch was planned; null for a replayed batch
   */
  public record Source(
      int index,
      String description,
      boolean kafka,
      @Nullable Map<TopicPartition, Long> start,
      @Nullable Map<TopicPartition, Long> end,
      @Nullable Map<TopicPartition, Long> latest,
      @Nullable Long numInputRows,
      UnreadPositions unread) {
    public Source {
      start = start == null ? null : Map.copyOf(start);
      end = end == null ? null : Map.copyOf(end);
      latest = latest == null ? null : Map.copyOf(latest);
    }

    /** A source of which every position could be read. */
    public Source(
        int index,
        String description,
        boolean kafka,
        @Nullable Map<TopicPartition, Long> start,
        @Nullable Map<TopicPartition, Long> end,
        @Nullable Map<TopicPartition, Long> latest,
        @Nullable Long numInputRows) {
      this(index, description, kafka, start, end, latest, numInputRows, UnreadPositions.NONE);
    }

    /** Whether Spark says that rows came; not so where it does not say how many. */
    public boolean gaveRows() {
      return numInputRows != null && numInputRows > 0;
    }

    /**
     * How many partitions the source counts as: those of the largest of the three maps, or the
     * names that its subscription lists in addition to the first one.
     */
    public int partitions() {
      int listed = kafka ? (int) description.chars().filter(c -> c == ',').count() : 0;
      return Math.max(
          Math.max(size(start), listed),
          Math.max(size(end) + unread.partitions().size(), size(latest)));
    }

    private static int size(@Nullable Map<TopicPartition, Long> offsets) {
      return offsets == null ? 0 : offsets.size();
    }
  }
}
