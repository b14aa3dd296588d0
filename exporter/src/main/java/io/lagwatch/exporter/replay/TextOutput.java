package io.lagwatch.exporter.replay;

import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** A line of text for each transition, and a summary at the end. Not thread-safe. */
final class TextOutput implements ReplayOutput {
  private final PrintWriter out;

  TextOutput(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void changed(Transition transition) {
    out.println(
        String.format(
            Locale.ROOT,
            "%s  %-8s  %-18s  %s%s",
            transition.at().truncatedTo(ChronoUnit.SECONDS),
            transition.fires() ? "firing" : "resolved",
            transition.alert(),
            SummaryText.title(transition.query()),
            transition.fires() ? ": " + transition.sentence() : ""));
  }

  @Override
  public void ended(Summary summary) {
    out.println();
    for (QuerySummary query : summary.queries()) {
      new SummaryText(query).lines(summary.to()).forEach(out::println);
    }
    out.flush();
  }

  @Override
  public void finished(List<String> notes) {
    notes.forEach(out::println);
    out.flush();
  }
}
