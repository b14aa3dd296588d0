package io.lagwatch.exporter.web;

import io.lagwatch.exporter.history.BatchPoint;
import io.lagwatch.exporter.history.HistoryMetric;
import io.lagwatch.exporter.history.Points;
import io.lagwatch.exporter.history.QueryHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The last hour of a query. Immutable.
 *
 * @param stepSeconds time between two points
 * @param points columns of the same length, oldest first: {@code at}, and one for each {@link
 *     HistoryMetric}. {@code null} means unknown. A time at which all values are null marks a gap,
 *     across which no line may be drawn
 * @param batches the last completed batches, oldest first
 */
record HistoryDocument(
    long stepSeconds,
    Map<String, List<? extends @Nullable Object>> points,
    List<HistoryBatch> batches) {

  /**
   * A completed batch.
   *
   * @param records offsets that the position advanced
   * @param inputRows input rows as Spark counts them
   */
  record HistoryBatch(
      long id,
      String runId,
      Instant startedAt,
      Duration durationSeconds,
      @Nullable Long records,
      @Nullable Long inputRows,
      Map<String, Duration> phaseSeconds) {
    static HistoryBatch of(BatchPoint batch) {
      var phases = new TreeMap<String, Duration>();
      batch.phases().millis().forEach((phase, ms) -> phases.put(phase, Duration.ofMillis(ms)));
      return new HistoryBatch(
          batch.id(),
          batch.runId(),
          batch.startedAt(),
          batch.duration(),
          batch.records(),
          batch.inputRows(),
          phases);
    }
  }

  static HistoryDocument of(QueryHistory history, Duration step) {
    return new HistoryDocument(
        step.toSeconds(),
        columns(history.points()),
        history.batches().stream().map(HistoryBatch::of).toList());
  }

  private static Map<String, List<? extends @Nullable Object>> columns(Points points) {
    var columns = new LinkedHashMap<String, List<? extends @Nullable Object>>();
    var at = new ArrayList<Instant>();
    for (int i = 0; i < points.size(); i++) {
      if (points.gapBefore(i)) {
        at.add(points.at(i).minusMillis(1));
      }
      at.add(points.at(i));
    }
    columns.put("at", at);
    for (HistoryMetric metric : HistoryMetric.values()) {
      columns.put(metric.wireName(), column(points, metric));
    }
    return columns;
  }

  private static List<@Nullable Number> column(Points points, HistoryMetric metric) {
    var column = new ArrayList<@Nullable Number>();
    for (int i = 0; i < points.size(); i++) {
      if (points.gapBefore(i)) {
        column.add(null);
      }
      column.add(number(points.value(metric, i)));
    }
    return column;
  }

  /** Returns whole numbers without a decimal point, other numbers with three decimals. */
  private static @Nullable Number number(double value) {
    if (Double.isNaN(value)) {
      return null;
    }
    if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
      return (long) value;
    }
    return Math.rint(value * 1000) / 1000;
  }
}
