package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.replay.ReplayReport.ChartedValues;
import io.lagwatch.exporter.replay.ReplayReport.FiredAlert;
import io.lagwatch.exporter.replay.ReplayReport.ReplayedQuery;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** One page at the end, and nothing before. Not thread-safe. */
final class HtmlOutput implements ReplayOutput {
  private final PrintWriter out;
  private final String title;
  private final ReplayReport.Renderer renderer;
  private final List<Result> results = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private record Result(QuerySummary query, Instant to) {}

  /**
   * @param title what is replayed
   */
  HtmlOutput(PrintWriter out, String title, ReplayReport.Renderer renderer) {
    this.out = out;
    this.title = title;
    this.renderer = renderer;
  }

  @Override
  public void changed(Transition transition) {
    // The summary has it.
  }

  @Override
  public void ended(Summary summary) {
    List<QuerySummary> queries = summary.queries();
    if (!queries.isEmpty()) {
      notes.add(
          "Replayed from %s to %s."
              .formatted(Times.utc(summary.firstSeen()), Times.utc(summary.to())));
    }
    queries.forEach(query -> results.add(new Result(query, summary.to())));
  }

  @Override
  public void finished(List<String> inputNotes) {
    inputNotes.forEach(note -> notes.add(Sentences.sentence(note)));
    // The sort is stable: queries with the same rank stay ordered by name.
    results.sort(
        Comparator.comparing((Result result) -> result.query().alerts().isEmpty())
            .thenComparing(HtmlOutput::worst, Comparator.reverseOrder()));
    out.print(
        renderer.render(
            new ReplayReport(title, notes, results.stream().map(HtmlOutput::query).toList())));
    out.flush();
  }

  private static long worst(Result result) {
    WorstLag.Records worst = result.query().lag.records();
    return worst == null ? -1 : worst.count();
  }

  private static ReplayedQuery query(Result result) {
    var text = new SummaryText(result.query());
    ChartSeries series = Objects.requireNonNull(result.query().series);
    return new ReplayedQuery(
        SummaryText.title(result.query().key()),
        Sentences.sentence(text.numbers()),
        text.sentences(),
        result.query().alerts().stream().map(alert -> alert(alert, result.to())).toList(),
        new ChartedValues(
            series.json(), series.columns(), series.step(), series.triggerInterval()));
  }

  private static FiredAlert alert(AlertEpisode episode, Instant end) {
    Instant until = episode.until();
    return new FiredAlert(
        episode.alert(),
        episode.severity(),
        Times.utc(episode.since()),
        until == null ? "still firing" : Times.utc(until),
        Times.duration(episode.duration(end)),
        Sentences.sentence(episode.sentence()));
  }
}
