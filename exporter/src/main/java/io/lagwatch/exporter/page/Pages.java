package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Renders the pages as HTML. The template engine escapes everything that comes from outside.
 * Thread-safe: pages are made from immutable snapshots.
 */
public final class Pages {
  private Pages() {}

  /**
   * The page of all queries as HTML. A query that cannot be shown does not affect the others.
   *
   * @param parameters of the URL: {@code q} and {@code app} filter, {@code sort} and {@code order}
   *     sort; null for those that are absent
   * @param failures called for each query that the page cannot show
   */
  public static String overview(
      Snapshot snapshot,
      History history,
      Function<String, @Nullable String> parameters,
      RenderingFailures failures) {
    return Templates.render(
        "overview.jte", Overview.of(snapshot, history, OverviewSelection.of(parameters), failures));
  }

  /**
   * The page of one query as HTML.
   *
   * @param history of this query
   * @param json the same for the charts
   * @param root from the page's URL to {@code /}
   * @param parameters of the URL: {@code partitions=all} lists all partitions
   */
  public static String query(
      Snapshot snapshot,
      QueryView query,
      QueryHistory history,
      String json,
      String root,
      Function<String, @Nullable String> parameters) {
    boolean allPartitions = "all".equals(parameters.apply("partitions"));
    return Templates.render(
        "query.jte", QueryPage.of(snapshot, query, history, json, new Links(root), allPartitions));
  }

  /** The page of a query that is unknown or cannot be evaluated, as HTML. */
  public static String unknownQuery(Snapshot snapshot, QueryKey key, String root) {
    return Templates.render("unknownQuery.jte", UnknownQuery.of(snapshot, key, new Links(root)));
  }

  /**
   * The page of the runbook as HTML.
   *
   * @param body trusted HTML from the jar, which is not escaped
   */
  public static String runbook(Snapshot snapshot, String body) {
    return Templates.render("runbook.jte", RunbookPage.of(snapshot, body));
  }

  /** The page with the result of a replay, as HTML. */
  public static String replay(ReplayPage page) {
    return Templates.render("replay.jte", page);
  }
}
