package io.lagwatch.exporter;

import io.lagwatch.exporter.history.HistoryMetric;
import io.lagwatch.exporter.page.ChartKind;
import io.lagwatch.exporter.page.Pages;
import io.lagwatch.exporter.page.ReplayPage;
import io.lagwatch.exporter.page.ReplayPage.InlineFiles;
import io.lagwatch.exporter.page.ReplayPage.ReplayAlert;
import io.lagwatch.exporter.page.ReplayPage.ReplayFigure;
import io.lagwatch.exporter.page.ReplayPage.ReplayLine;
import io.lagwatch.exporter.page.ReplayPage.ReplaySection;
import io.lagwatch.exporter.replay.ReplayReport;
import io.lagwatch.exporter.replay.ReplayReport.ChartedValues;
import io.lagwatch.exporter.replay.ReplayReport.ReplayedQuery;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.web.Assets;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Renders the result of a replay as one HTML page that needs no other file and no network. The page
 * has at most {@value #MAX_BYTES} bytes; queries that exceed this size are shown without charts.
 * Thread-safe.
 */
public final class ReplayHtml implements ReplayReport.Renderer {
  /** Maximum size of the page in bytes: small enough for an email or a ticket. */
  public static final int MAX_BYTES = 2_000_000;

  private static final int MAX_CHARTED = 40;
  private static final int MAX_ALERTS = 50;
  private static final int MAX_LISTED = 500;

  private final InlineFiles files =
      new InlineFiles(
          List.of(
              Assets.text("page.css"),
              Assets.text("parts.css"),
              Assets.text("uPlot.min.css"),
              Assets.text("query.css"),
              Assets.text("replay.css")),
          List.of(Assets.text("uPlot.iife.min.js"), Assets.text("charts.js")));

  @Override
  public String render(ReplayReport report) {
    int charted = MAX_CHARTED;
    String page = page(report, charted);
    while (page.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES && charted > 0) {
      charted /= 2;
      page = page(report, charted);
    }
    return page;
  }

  private String page(ReplayReport report, int maxCharted) {
    List<ReplayedQuery> queries = report.queries();
    int charted = Math.min(maxCharted, queries.size());
    int listed = Math.min(charted + MAX_LISTED, queries.size());
    return Pages.replay(
        new ReplayPage(
            report.title(),
            report.notes(),
            queries.subList(0, charted).stream().map(ReplayHtml::section).toList(),
            queries.subList(charted, listed).stream()
                .map(query -> new ReplayLine(query.name(), query.numbers()))
                .toList(),
            queries.size() - listed,
            files));
  }

  private static ReplaySection section(ReplayedQuery query) {
    List<ReplayReport.FiredAlert> alerts = query.alerts();
    int shown = Math.min(MAX_ALERTS, alerts.size());
    return new ReplaySection(
        query.name(),
        query.numbers(),
        query.sentences(),
        alerts.subList(0, shown).stream()
            .map(
                alert ->
                    new ReplayAlert(
                        alert.name(),
                        alert.severity(),
                        alert.from(),
                        alert.until(),
                        alert.duration(),
                        alert.sentence()))
            .toList(),
        alerts.size() - shown,
        figures(query.charts()),
        query.charts().json());
  }

  private static List<ReplayFigure> figures(ChartedValues charts) {
    var figures = new ArrayList<ReplayFigure>();
    Duration interval = charts.triggerInterval();
    String mark = interval == null ? null : Double.toString(interval.toMillis() / 1000.0);
    String step = "step " + Times.duration(charts.step());
    String trigger = interval == null ? "" : ", trigger every " + Times.duration(interval);
    add(figures, charts, HistoryMetric.LAG_RECORDS, ChartKind.LAG, "records, " + step, null);
    add(figures, charts, HistoryMetric.LAG_SECONDS, ChartKind.TIME_BEHIND, step, null);
    add(figures, charts, HistoryMetric.INPUT, ChartKind.RATES, "per second, " + step, null);
    add(
        figures,
        charts,
        HistoryMetric.BATCH_SECONDS,
        ChartKind.BATCH_DURATION,
        step + trigger,
        mark);
    if (charts.columns().contains("phases")) {
      figures.add(new ReplayFigure("phases", "Phases of the longest batches", "seconds", mark));
    }
    add(figures, charts, HistoryMetric.WATERMARK_AGE, ChartKind.WATERMARK_AGE, step, null);
    add(figures, charts, HistoryMetric.STATE_ROWS, ChartKind.STATE, "rows, " + step, null);
    return figures;
  }

  /** Adds a chart if the replay has a value of its metric. */
  private static void add(
      List<ReplayFigure> figures,
      ChartedValues charts,
      HistoryMetric metric,
      ChartKind kind,
      String unit,
      @Nullable String mark) {
    if (charts.columns().contains(metric.wireName())) {
      figures.add(new ReplayFigure(kind.chart(), kind.title(), unit, mark));
    }
  }
}
