package io.lagwatch.exporter.history;

import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is kept of a query over time. A number that is not known at a moment is not kept as 0. */
public enum HistoryMetric {
  /** Over the partitions that are known. */
  LAG_RECORDS("lagRecords", sample -> real(sample.facts().lag().records())),
  /** Of the worst partition; the least it can be where no more is known. */
  LAG_SECONDS("lagSeconds", HistoryMetric::lagSeconds),
  /** By the broker, over all topics of the query; unknown while that of one topic is. */
  ARRIVAL("arrivalRecordsPerSecond", s -> s.facts().arrivalRate(s.arrival())),
  /** Spark's rate; 0 when idle or ended. */
  INPUT("inputRowsPerSecond", s -> s.facts().inputRate()),
  /** Spark's rate; 0 when idle or ended. */
  PROCESSED("processedRowsPerSecond", s -> s.facts().processedRate()),
  /** Of the last finished batch, while the query runs: of an old one nothing is to be learnt. */
  BATCH_SECONDS("batchSeconds", HistoryMetric::batchSeconds),
  /** How far the watermark is behind the clock. */
  WATERMARK_AGE("watermarkAgeSeconds", HistoryMetric::watermarkAge),
  /** Of all operators. */
  STATE_ROWS("stateRows", HistoryMetric::stateRows),
  /** Partitions that no sum includes. */
  PARTITIONS_UNKNOWN("partitionsUnknown", s -> real((long) s.facts().lag().unknown()));

  static final int COUNT = values().length;

  private final String wireName;

  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  private final Function<Sample, @Nullable Double> value;

  HistoryMetric(String wireName, Function<Sample, @Nullable Double> value) {
    this.wireName = wireName;
    this.value = value;
  }

  /** The name in the API. */
  public String wireName() {
    return wireName;
  }

  /** The place of this number in a row of all {@link #COUNT}. */
  @SuppressWarnings("EnumOrdinal") // Rows are not saved: a changed order affects nothing.
  int index() {
    return ordinal();
  }

  /** The value now; NaN when it is not known. */
  double of(Sample sample) {
    Double known = value.apply(sample);
    return known == null || !Double.isFinite(known) ? Double.NaN : known;
  }

  private static @Nullable Double real(@Nullable Long number) {
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
    boolean runs = sample.facts().run().state() == QueryState.RUNNING;
    return batch == null || !runs ? null : seconds(batch.duration());
  }

  private static @Nullable Double watermarkAge(Sample sample) {
    var watermark = sample.facts().progress().watermark();
    return watermark == null ? null : seconds(Duration.between(watermark, sample.at()));
  }

  private static @Nullable Double stateRows(Sample sample) {
    Long rows = sample.facts().progress().stateRows();
    return real(rows);
  }
}
