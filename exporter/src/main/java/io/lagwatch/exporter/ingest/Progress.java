package io.lagwatch.exporter.ingest;

import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.lag.UnknownPositions;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The parts of Spark's {@code StreamingQueryProgress} that Lagwatch uses. A number is null if it
 * was absent, NaN, infinite or not a number. Without sources, nothing is known of them, because
 * every query has one. Immutable.
 *
 * @param timestamp start of the trigger, by the driver's clock
 * @param batchId id of the batch; of the next batch if {@link #idle()}
 * @param numInputRows input rows as Spark counts them, which can differ from the number of records
 * @param durationMs milliseconds per phase. The phases depend on the Spark version and do not add
 *     up to {@code triggerExecution}
 * @param unmeasuredPhases phases that took place, or may have, and whose duration is invalid
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
    List<Source> sources,
    Set<String> unmeasuredPhases) {

  /** The key for the duration of the whole trigger in {@link #durationMs}. */
  public static final String TRIGGER_EXECUTION = "triggerExecution";

  static final String ADD_BATCH = "addBatch";
  private static final String LATEST_OFFSET = "latestOffset";
  private static final String WAL_COMMIT = "walCommit";

  /** The phases that show whether a batch ran, and whether it was a repetition. */
  static final Set<String> DECISIVE_PHASES =
      Set.of(ADD_BATCH, LATEST_OFFSET, WAL_COMMIT, TRIGGER_EXECUTION);

  public Progress {
    durationMs = Collections.unmodifiableSortedMap(new TreeMap<>(durationMs));
    stateOperators = List.copyOf(stateOperators);
    sources = List.copyOf(sources);
    unmeasuredPhases = Set.copyOf(unmeasuredPhases);
  }

  /** Creates a progress whose durations are all valid. */
  public Progress(
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
    this(
        timestamp,
        batchId,
        numInputRows,
        inputRowsPerSecond,
        processedRowsPerSecond,
        durationMs,
        watermark,
        eventTimeMax,
        stateOperators,
        sources,
        Set.of());
  }

  /**
   * Returns true if no batch ran. Spark up to 3.4 sends such a progress with zero rows instead of
   * an idle event, and {@code lastProgress} contains it in every version. It has no {@code
   * addBatch} phase. A batch without data has that phase, with every trigger.
   */
  public boolean idle() {
    return !hasPhase(ADD_BATCH);
  }

  /**
   * Returns true if an earlier run started this batch and did not complete it. Spark then repeats
   * the batch with the logged offsets. It does not fetch the latest offsets and does not log
   * offsets (3.4 to 4.2).
   */
  public boolean replayed() {
    return !idle() && !hasPhase(LATEST_OFFSET) && !hasPhase(WAL_COMMIT);
  }

  private boolean hasPhase(String phase) {
    return durationMs.containsKey(phase) || unmeasuredPhases.contains(phase);
  }

  /** Returns the duration of the whole trigger; null if it is not known. */
  public @Nullable Duration triggerExecution() {
    Long millis = durationMs.get(TRIGGER_EXECUTION);
    return millis == null ? null : Duration.ofMillis(millis);
  }

  /** Returns the end of the trigger, by the driver's clock; its start if no duration is known. */
  public Instant endOrStart() {
    Duration duration = triggerExecution();
    return duration == null ? timestamp : timestamp.plus(duration);
  }

  /** Returns a copy with other state operators. */
  public Progress withStateOperators(List<StateOperator> operators) {
    return with(operators, sources);
  }

  /** Returns a copy without sources and state operators. */
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
        otherSources,
        unmeasuredPhases);
  }

  /**
   * Returns the rows in the state of all operators; null without operators, or if the rows of one
   * are unknown.
   */
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
   * One state operator, identified by its index and name.
   *
   * @param rows rows in the state; null if Spark does not count them
   */
  public record StateOperator(
      int index,
      String name,
      @Nullable Long rows,
      @Nullable Long rowsUpdated,
      @Nullable Long memoryBytes,
      @Nullable Long rowsDroppedByWatermark,
      @Nullable Long commitMs) {
    /** Returns a copy whose number of rows is unknown. */
    public StateOperator withoutRows() {
      return new StateOperator(
          index, name, null, rowsUpdated, memoryBytes, rowsDroppedByWatermark, commitMs);
    }

    /** Returns the value of the label {@code operator}. */
    public String label() {
      return index + ":" + name;
    }
  }

  /**
   * One source.
   *
   * @param kafka true for a Kafka source. For other sources the three maps are null
   * @param start the position before the batch; null for the first batch of a run
   * @param end the query's position after the batch is completed
   * @param unknownPositions the partitions whose {@code endOffset} is not a valid offset
   * @param latest the end offsets when the batch was planned; null for a replayed batch
   */
  public record Source(
      int index,
      String description,
      boolean kafka,
      @Nullable Map<TopicPartition, Long> start,
      @Nullable Map<TopicPartition, Long> end,
      @Nullable Map<TopicPartition, Long> latest,
      @Nullable Long numInputRows,
      UnknownPositions unknownPositions) {
    public Source {
      start = start == null ? null : Map.copyOf(start);
      end = end == null ? null : Map.copyOf(end);
      latest = latest == null ? null : Map.copyOf(latest);
    }

    /** Creates a source whose positions are all known. */
    public Source(
        int index,
        String description,
        boolean kafka,
        @Nullable Map<TopicPartition, Long> start,
        @Nullable Map<TopicPartition, Long> end,
        @Nullable Map<TopicPartition, Long> latest,
        @Nullable Long numInputRows) {
      this(index, description, kafka, start, end, latest, numInputRows, UnknownPositions.NONE);
    }

    /**
     * Creates a source without a valid description. It may be Kafka, so its position is unknown.
     */
    static Source unreadable(int index) {
      return new Source(index, "", true, null, null, null, null);
    }

    /** Returns true if the source has no valid description, so that it is not known what it is. */
    public boolean isUnreadable() {
      return kafka && description.isEmpty();
    }

    /** Returns true if Spark reported input rows; false if the number is unknown. */
    public boolean hasInputRows() {
      return numInputRows != null && numInputRows > 0;
    }

    /**
     * Returns the number of partitions that count towards the limits: the size of the largest of
     * the three maps. If the subscription lists more topics than that, it is the number of topics
     * minus one.
     */
    public int partitions() {
      int listed = kafka ? (int) description.chars().filter(c -> c == ',').count() : 0;
      return Math.max(
          Math.max(size(start), listed),
          Math.max(size(end) + unknownPositions.partitions().size(), size(latest)));
    }

    private static int size(@Nullable Map<TopicPartition, Long> offsets) {
      return offsets == null ? 0 : offsets.size();
    }
  }
}
