package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.HistoryMetric;
import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The charts of the last hour. Immutable.
 *
 * @param json the history, for the script
 * @param jsonHref URL of the history; null for a query whose name cannot be part of a path
 */
record Charts(List<Figure> figures, String json, @Nullable String jsonHref) {
  static Charts of(QueryView query, QueryHistory history, Instant now, String json, Links links) {
    return new Charts(
        new Builder(query, history, now).figures(),
        json,
        Links.isPath(query.key()) ? links.history(query.key()) : null);
  }

  private record Builder(QueryView query, QueryHistory history, Instant now) {
    List<Figure> figures() {
      var interval = query.trigger().interval();
      var mark = interval == null ? null : Double.toString(interval.toMillis() / 1000.0);
      var every = interval == null ? "" : "trigger every " + Times.duration(interval);
      var figures = new ArrayList<Figure>();
      figures.add(figure(ChartKind.LAG, "records", HistoryMetric.LAG_RECORDS, Builder::count));
      figures.add(figure(ChartKind.TIME_BEHIND, "", HistoryMetric.LAG_SECONDS, Times::duration));
      figures.add(figure(ChartKind.RATES, "per second", HistoryMetric.INPUT, Builder::rate));
      var batch =
          figure(ChartKind.BATCH_DURATION, every, HistoryMetric.BATCH_SECONDS, Times::duration);
      figures.add(
          new Figure(
              batch.chart(), batch.title(), batch.unit(), batch.words(), mark, batch.image()));
      if (!history.batches().isEmpty()) {
        figures.add(
            new Figure(
                "phases",
                "Phases of the last batches",
                "seconds",
                BatchTable.words(history),
                mark,
                null));
      }
      if (query.watermark().watermark() != null) {
        figures.add(
            figure(ChartKind.WATERMARK_AGE, "", HistoryMetric.WATERMARK_AGE, Times::duration));
      }
      if (query.state().isStateful()) {
        figures.add(figure(ChartKind.STATE, "rows", HistoryMetric.STATE_ROWS, Builder::count));
      }
      return figures;
    }

    private Figure figure(
        ChartKind kind, String unit, HistoryMetric metric, DoubleFunction<String> format) {
      var points = history.points();
      var words = Sparkline.words(points, metric, name(metric), format);
      double minTop = metric == HistoryMetric.LAG_RECORDS ? LagScale.minTop(query) : 0;
      var span = Sparkline.span(points.size() == 0 ? null : points.at(0), now);
      return new Figure(
          kind.chart(),
          kind.title(),
          unit,
          words + ".",
          null,
          Sparkline.of(points, metric, span, now, words, minTop));
    }

    private static String count(double number) {
      return Numbers.count(Math.round(number));
    }

    private static String rate(double perSecond) {
      return Numbers.rate(perSecond) + " /s";
    }

    private static String name(HistoryMetric metric) {
      return switch (metric) {
        case LAG_RECORDS -> "Lag";
        case LAG_SECONDS -> "Time behind";
        case ARRIVAL -> "Arriving";
        case INPUT -> "Input";
        case PROCESSED -> "Processed";
        case BATCH_SECONDS -> "Batch duration";
        case WATERMARK_AGE -> "Watermark age";
        case STATE_ROWS -> "State rows";
        case PARTITIONS_UNKNOWN -> "Partitions unknown";
      };
    }
  }
}
