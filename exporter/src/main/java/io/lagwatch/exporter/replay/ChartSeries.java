package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.BatchView.LastBatchView;
import io.lagwatch.exporter.watch.QueryView;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values of one query over the whole replay, in at most {@value #MAX_STEPS} steps of equal
 * length. Each step has the highest value in it, so that the worst moment is visible. Not
 * thread-safe.
 */
final class ChartSeries {
  static final int MAX_STEPS = 240;

  /** The longest batches whose phases are remembered. */
  static final int BATCHES = 60;

  private static final long SHORTEST_STEP_MILLIS = 15_000;

  /** The longest pause that a line crosses, in steps. */
  private static final int LONGEST_PAUSE = 3;

  private static final int MAX_PHASES = 16;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final List<double[]> rows = new ArrayList<>();
  private final List<Long> steps = new ArrayList<>();
  private final Map<Instant, LastBatchView> batches = new LinkedHashMap<>();
  private long stepMillis = SHORTEST_STEP_MILLIS;
  private @Nullable Duration triggerInterval;

  /** The lines of the charts, by the names that their script uses. */
  private static final List<Column> COLUMNS =
      List.of(
          new Column(0, "lagRecords", query -> number(query.lag().records())),
          new Column(1, "lagSeconds", ChartSeries::secondsBehind),
          new Column(2, "arrivalRecordsPerSecond", query -> query.rates().arrivalPerSecond()),
          new Column(3, "inputRowsPerSecond", query -> query.rates().inputRowsPerSecond()),
          new Column(4, "processedRowsPerSecond", query -> query.rates().processedRowsPerSecond()),
          new Column(5, "batchSeconds", ChartSeries::batchSeconds),
          new Column(6, "watermarkAgeSeconds", query -> seconds(query.watermark().age())),
          new Column(7, "stateRows", query -> number(query.state().rows())));

  private record Column(int index, String wireName, Function<QueryView, @Nullable Double> value) {}

  void seen(QueryView query, Instant at) {
    long step = Math.floorDiv(at.toEpochMilli(), stepMillis);
    if (steps.isEmpty() || steps.get(steps.size() - 1) < step) {
      add(step);
    }
    double[] row = rows.get(rows.size() - 1);
    for (Column column : COLUMNS) {
      Double value = column.value().apply(query);
      if (value != null && Double.isFinite(value)) {
        row[column.index()] = highest(row[column.index()], value);
      }
    }
    triggerInterval = query.trigger().interval();
    LastBatchView batch = query.batch().last();
    if (batch != null) {
      batches.put(batch.startedAt(), batch);
      if (batches.size() > BATCHES) {
        batches.values().stream()
            .min(Comparator.comparing(LastBatchView::duration))
            .ifPresent(shortest -> batches.remove(shortest.startedAt()));
      }
    }
  }

  private void add(long step) {
    var row = new double[COLUMNS.size()];
    Arrays.fill(row, Double.NaN);
    steps.add(step);
    rows.add(row);
    while (steps.size() > MAX_STEPS) {
      halve();
    }
  }

  /** Merges pairs of steps into one of twice the length. */
  private void halve() {
    var oldSteps = List.copyOf(steps);
    var oldRows = List.copyOf(rows);
    steps.clear();
    rows.clear();
    stepMillis *= 2;
    for (int i = 0; i < oldSteps.size(); i++) {
      long step = Math.floorDiv(oldSteps.get(i), 2);
      if (steps.isEmpty() || steps.get(steps.size() - 1) < step) {
        steps.add(step);
        rows.add(oldRows.get(i));
      } else {
        double[] row = rows.get(rows.size() - 1);
        for (int column = 0; column < row.length; column++) {
          row[column] = highest(row[column], oldRows.get(i)[column]);
        }
      }
    }
  }

  private static double highest(double a, double b) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
  }

  private static @Nullable Double number(@Nullable Long number) {
    return number == null ? null : (Double) number.doubleValue();
  }

  private static @Nullable Double seconds(@Nullable Duration duration) {
    return duration == null ? null : (Double) (duration.toMillis() / 1000.0);
  }

  private static @Nullable Double secondsBehind(QueryView query) {
    TimeLag time = query.lag().time();
    return time == null ? null : seconds(time.duration());
  }

  private static @Nullable Double batchSeconds(QueryView query) {
    LastBatchView last = query.batch().last();
    boolean runs = query.run().state() == QueryState.RUNNING;
    return last == null || !runs ? null : seconds(last.duration());
  }

  /** How far apart the points of the charts are. */
  Duration step() {
    return Duration.ofMillis(stepMillis);
  }

  /** The last trigger interval; null without one. */
  @Nullable Duration triggerInterval() {
    return triggerInterval;
  }

  /** The columns that have a value, and {@code phases} if there are batches. */
  List<String> columns() {
    var columns = new ArrayList<String>();
    for (Column column : COLUMNS) {
      if (rows.stream().anyMatch(row -> !Double.isNaN(row[column.index()]))) {
        columns.add(column.wireName());
      }
    }
    if (!batches.isEmpty()) {
      columns.add("phases");
    }
    return columns;
  }

  /** In the form of the history that the HTTP API returns. */
  String json() {
    var points = new LinkedHashMap<String, List<? extends @Nullable Object>>();
    points.put("at", times());
    for (Column column : COLUMNS) {
      points.put(column.wireName(), values(column));
    }
    try {
      return MAPPER.writeValueAsString(Map.of("points", points, "batches", batchesByTime()));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private boolean pauseBefore(int i) {
    return i > 0 && steps.get(i) - steps.get(i - 1) > LONGEST_PAUSE;
  }

  private List<String> times() {
    var times = new ArrayList<String>();
    for (int i = 0; i < steps.size(); i++) {
      Instant at = Instant.ofEpochMilli(steps.get(i) * stepMillis);
      if (pauseBefore(i)) {
        times.add(at.minusSeconds(1).toString());
      }
      times.add(at.toString());
    }
    return times;
  }

  private List<@Nullable Number> values(Column column) {
    var values = new ArrayList<@Nullable Number>();
    for (int i = 0; i < rows.size(); i++) {
      if (pauseBefore(i)) {
        values.add(null);
      }
      values.add(number(rows.get(i)[column.index()]));
    }
    return values;
  }

  private static @Nullable Number number(double value) {
    if (Double.isNaN(value)) {
      return null;
    }
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
    if (whole) {
      return (long) value;
    }
    return Math.rint(value * 1000) / 1000;
  }

  private List<Map<String, Object>> batchesByTime() {
    return batches.values().stream()
        .sorted(Comparator.comparing(LastBatchView::startedAt))
        .map(
            batch -> {
              var phases = new TreeMap<String, Double>();
              batch.phases().entrySet().stream()
                  .filter(phase -> !phase.getKey().equals(Progress.TRIGGER_EXECUTION))
                  .limit(MAX_PHASES)
                  .forEach(p -> phases.put(p.getKey(), p.getValue().toMillis() / 1000.0));
              return Map.<String, Object>of(
                  "id",
                  batch.id(),
                  "durationSeconds",
                  batch.duration().toMillis() / 1000.0,
                  "phaseSeconds",
                  phases);
            })
        .toList();
  }
}
