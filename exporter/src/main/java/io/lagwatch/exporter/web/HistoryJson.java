package io.lagwatch.exporter.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.history.BatchPoint;
import io.lagwatch.exporter.history.HistoryMetric;
import io.lagwatch.exporter.history.Points;
import io.lagwatch.exporter.history.QueryHistory;
import java.time.Duration;
import java.util.List;

/**
 * The last hour of a query as the API shows it.
 *
 * <ul>
 *   <li>{@code stepSeconds}: how far apart the points are
 *   <li>{@code points}: columns of one length, oldest first: {@code at}, and one for each {@link
 *       Field}. {@code null} is unknown; a moment of nothing but null stands where a line must not
 *       go on
 *   <li>{@code batches}: the last finished ones, oldest first: {@code id}, {@code runId}, {@code
 *       startedAt}, {@code durationSeconds}, {@code records} (how far the position moved), {@code
 *       inputRows} (as Spark counts them), {@code phaseSeconds}
 * </ul>
 */
final class HistoryJson {
  private HistoryJson() {}

  static ObjectNode of(QueryHistory history, Duration step) {
    var json = Json.object().put("stepSeconds", step.toSeconds());
    json.set("points", points(history.points()));
    json.set("batches", batches(history.batches()));
    return json;
  }

  private static ObjectNode points(Points points) {
    var json = Json.object();
    var at = json.putArray("at");
    for (int i = 0; i < points.size(); i++) {
      if (points.gapBefore(i)) {
        at.add(Json.time(points.at(i).minusMillis(1)));
      }
      at.add(Json.time(points.at(i)));
    }
    for (HistoryMetric field : HistoryMetric.values()) {
      var column = json.putArray(field.wireName());
      for (int i = 0; i < points.size(); i++) {
        if (points.gapBefore(i)) {
          column.addNull();
        }
        add(column, points.value(field, i));
      }
    }
    return json;
  }

  /** Whole numbers without a point, the others with three decimals. */
  private static void add(ArrayNode column, double value) {
    if (Double.isNaN(value)) {
      column.addNull();
    } else if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
      column.add((long) value);
    } else {
      column.add(Math.rint(value * 1000) / 1000);
    }
  }

  private static ArrayNode batches(List<BatchPoint> batches) {
    var json = Json.NODES.arrayNode();
    for (BatchPoint batch : batches) {
      var phases =
          json.addObject()
              .put("id", batch.id())
              .put("runId", batch.runId())
              .put("startedAt", Json.time(batch.startedAt()))
              .put("durationSeconds", Json.seconds(batch.duration()))
              .put("records", batch.records())
              .put("inputRows", batch.inputRows())
              .putObject("phaseSeconds");
      batch.phases().millis().forEach((phase, millis) -> phases.put(phase, millis / 1000.0));
    }
    return json;
  }
}
