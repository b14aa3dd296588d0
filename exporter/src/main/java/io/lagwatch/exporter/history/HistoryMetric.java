package io.lagwatch.exporter.history;

import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of a query that the history contains. An unknown value is not stored as 0. */
public enum HistoryMetric {
  /** Sum over the partitions with known lag. */
  LAG_RECORDS("lagRecords", sample -> asDouble(sample.facts().lag().records())),
  /** Lag in seconds of the worst partition; it can be a lower bound. */
  LAG_SECONDS("lagSeconds", HistoryMetric::lagSeconds),
  /** By the broker, over all topics of the query; unknown while that of one topic is. */
  ARRIVAL("arrivalRecordsPerSecond", s -> s.arrival().ofAll()),
  /** Spark's rate; 0 when idle or ended. */
  INPUT("inputRowsPerSecond", s -> s.facts().inputRate()),
  /** Spark's rate; 0 if the query is idle or has ended. */
  PROCESSED("processedRowsPerSecond", s -> s.facts().processedRate()),
  /** Duration of the last completed batch; unknown unless the query is running. */
  BATCH_SECONDS("batchSeconds", HistoryMetric::batchSeconds),
  /** Time from the watermark to the sample. */
  WATERMARK_AGE("watermarkAgeSeconds", HistoryMetric::watermarkAge),
  /** Rows in the state of all operators. */
  STATE_ROWS("stateRows", HistoryMetric::stateRows),
  /** Partitions that no sum includes. */
  PARTITIONS_UNKNOWN("partitionsUnknown", s -> asDouble((long) s.facts().lag().unknown()));

  static final int COUNT = values().length;

  private final String wireName;

  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  private final Function<Sample, @Nullable Double> value;

  HistoryMetric(String wireName, Function<Sample, @Nullable Double> value) {
    this.wireName = wireName;
    this.value = value;
  }

  /** Returns the name in the API. */
  public String wireName() {
    return wireName;
  }

  /** Returns the index of this value in a row of {@link #COUNT} values. */
  @SuppressWarnings("EnumOrdinal") // Rows are not saved: a changed order affects nothing.
  int index() {
    return ordinal();
  }

  /** Returns the value of a sample; NaN if it is unknown. */
  double of(Sample sample) {
    Double known = value.apply(sample);
    return known == null || !Double.isFinite(known) ? Double.NaN : known;
  }

  private static @Nullable Double asDouble(@Nullable Long number) {
    return number == null ? null : (Double) number.doubleValue();
  }

  private static Double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static @Nullable Double lagSeconds(Sample sample) {
    var time = sample.facts().lag().time();
    return time == null ? null : seconds(time.duration());
  }

  private static @Nullable Double batchSeconds(Sample sample) {
    var batch = sample.facts().progress().lastBatch();
    boolean isRunning = sample.facts().run().state() == QueryState.RUNNING;
    return batch == null || !isRunning ? null : seconds(batch.duration());
  }

  private static @Nullable Double watermarkAge(Sample sample) {
    var watermark = sample.facts().progress().watermark();
    return watermark == null ? null : seconds(Duration.between(watermark, sample.at()));
  }

  private static @Nullable Double stateRows(Sample sample) {
    Long rows = sample.facts().progress().stateRows();
    return asDouble(rows);
  }
}
