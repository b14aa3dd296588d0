package io.lagwatch.exporter.replay;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a replay for a page. Immutable.
 *
 * @param title what was replayed
 * @param notes about the whole, such as how much was read
 * @param queries those with alerts first, then those with the largest lag
 */
public record ReplayReport(String title, List<String> notes, List<ReplayedQuery> queries) {
  public ReplayReport {
    notes = List.copyOf(notes);
    queries = List.copyOf(queries);
  }

  /**
   * One query.
   *
   * @param name application and query
   * @param numbers batches, rows and the worst lag
   * @param sentences what was wrong, and when
   * @param alerts each time that an alert fired
   */
  public record ReplayedQuery(
      String name,
      String numbers,
      List<String> sentences,
      List<FiredAlert> alerts,
      ChartedValues charts) {
    public ReplayedQuery {
      sentences = List.copyOf(sentences);
      alerts = List.copyOf(alerts);
    }
  }

  /**
   * One time during which an alert fired.
   *
   * @param until the time, or that it still fires
   */
  public record FiredAlert(
      String name, String severity, String from, String until, String duration, String sentence) {}

  /**
   * What the charts show.
   *
   * @param json as the HTTP API returns the history of a query
   * @param columns the columns of {@code json} that have a value
   * @param step how far apart the points are
   * @param triggerInterval null without one
   */
  public record ChartedValues(
      String json, List<String> columns, Duration step, @Nullable Duration triggerInterval) {
    public ChartedValues {
      columns = List.copyOf(columns);
    }
  }

  /** Renders a report as a self-contained page. */
  public interface Renderer {
    /** The page as HTML. */
    String render(ReplayReport report);
  }
}
