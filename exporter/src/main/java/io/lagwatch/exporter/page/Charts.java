package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.HistoryMetric;
import io.lagwatch.exporter.history.Points;
import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.time.Instant;
import java.util.function.DoubleFunction;

/**
 * The last hour, a figure for each number: in words, as a small line, and where a script runs as a
 * chart in the line's place.
 */
final class Charts {
  private static final DoubleFunction<String> COUNT = n -> Numbers.count(Math.round(n));
  private static final DoubleFunction<String> RATE = n -> Numbers.rate(n) + " /s";
  private static final DoubleFunction<String> TIME = Times::duration;

  private final Html html;
  private final QueryView query;
  private final QueryHistory history;
  private final Instant now;

  Charts(Html html, QueryView query, QueryHistory history, Instant now) {
    this.html = html;
    this.query = query;
    this.history = history;
    this.now = now;
  }

  void write() {
    var facts = query.facts();
    html.open("section", "aria-label", "The last hour", "class", "charts");
    figure("lag", "Lag", "records", HistoryMetric.LAG_RECORDS, COUNT);
    figure("behind", "Time behind", "", HistoryMetric.LAG_SECONDS, TIME);
    figure("rates", "Arriving, input, processed", "per second", HistoryMetric.INPUT, RATE);
    var trigger = facts.trigger().interval();
    figure(
        "batch",
        "Batch duration",
        trigger == null ? "" : "trigger every " + Times.duration(trigger),
        HistoryMetric.BATCH_SECONDS,
        TIME,
        trigger == null ? new String[0] : new String[] {"data-mark", seconds(trigger)});
    phases();
    if (facts.progress().watermark() != null) {
      figure("watermark", "Watermark age", "", HistoryMetric.WATERMARK_AGE, TIME);
    }
    if (!facts.progress().stateOperators().isEmpty()) {
      figure("state", "State", "rows", HistoryMetric.STATE_ROWS, COUNT);
    }
    html.close();
  }

  private void figure(
      String chart,
      String title,
      String unit,
      HistoryMetric field,
      DoubleFunction<String> format,
      String... attributes) {
    Points points = history.points();
    var words =
        Sparkline.words(points, field, title.equals("State") ? "State rows" : name(field), format);
    var all = new String[attributes.length + 4];
    System.arraycopy(new String[] {"data-key", chart, "data-chart", chart}, 0, all, 0, 4);
    System.arraycopy(attributes, 0, all, 4, attributes.length);
    html.open("figure", all);
    html.open("figcaption").element("h2", title).text(" ").element("span", unit, "class", "unit");
    html.element("p", words + ".", "class", "words").close();
    html.open("div", "class", "plot");
    double least = field == HistoryMetric.LAG_RECORDS ? Scale.ofLag(query) : 0;
    var span = Sparkline.span(points.size() == 0 ? null : points.at(0), now);
    Sparkline.draw(html, points, field, span, now, words, least);
    html.close().close();
  }

  private static String name(HistoryMetric field) {
    return switch (field) {
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

  private void phases() {
    var trigger = query.facts().trigger().interval();
    if (history.batches().isEmpty()) {
      return;
    }
    if (trigger == null) {
      html.open("figure", "data-key", "phases", "data-chart", "phases");
    } else {
      html.open(
          "figure", "data-key", "phases", "data-chart", "phases", "data-mark", seconds(trigger));
    }
    html.open("figcaption").element("h2", "Phases of the last batches").text(" ");
    html.element("span", "seconds", "class", "unit");
    html.element("p", BatchTable.words(history), "class", "words").close();
    html.element("div", "", "class", "plot").close();
  }

  private static String seconds(Duration duration) {
    return Double.toString(duration.toMillis() / 1000.0);
  }
}
