package io.lagwatch.exporter.page;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of a replay as one self-contained page. Immutable.
 *
 * @param title what was replayed
 * @param notes remarks on the whole replay
 * @param queries queries with charts
 * @param others queries without charts, as name and numbers
 * @param notListed how many queries are not mentioned
 * @param files what the page contains beside the result
 */
public record ReplayPage(
    String title,
    List<String> notes,
    List<ReplaySection> queries,
    List<ReplayLine> others,
    int notListed,
    InlineFiles files) {
  public ReplayPage {
    notes = List.copyOf(notes);
    queries = List.copyOf(queries);
    others = List.copyOf(others);
  }

  /**
   * Styles and scripts from the jar, which are not escaped.
   *
   * @param styles CSS, in the order in which they apply
   */
  public record InlineFiles(List<String> styles, List<String> scripts) {
    String style() {
      return inTags("style", styles);
    }

    String script() {
      return inTags("script", scripts);
    }

    private static String inTags(String tag, List<String> contents) {
      return contents.stream()
          .map(content -> "<" + tag + ">\n" + content + "\n</" + tag + ">")
          .collect(Collectors.joining("\n"));
    }
  }

  /** A query without charts. */
  public record ReplayLine(String name, String numbers) {}

  /**
   * A query with charts.
   *
   * @param sentences what was wrong, and when
   * @param alertsNotListed how many more times an alert fired
   * @param json the values of the charts
   */
  public record ReplaySection(
      String name,
      String numbers,
      List<String> sentences,
      List<ReplayAlert> alerts,
      int alertsNotListed,
      List<ReplayFigure> figures,
      String json) {
    public ReplaySection {
      sentences = List.copyOf(sentences);
      alerts = List.copyOf(alerts);
      figures = List.copyOf(figures);
    }
  }

  /** One time during which an alert fired. */
  public record ReplayAlert(
      String name, String severity, String from, String until, String duration, String sentence) {}

  /**
   * A chart.
   *
   * @param chart the name by which the script identifies the chart
   * @param mark the height of a line across the chart; null for none
   */
  public record ReplayFigure(String chart, String title, String unit, @Nullable String mark) {}
}
