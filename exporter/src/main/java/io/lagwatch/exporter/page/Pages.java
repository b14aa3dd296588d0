package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Renders the pages as HTML. The template engine escapes everything that comes from outside. */
public final class Pages {
  private Pages() {}

  /**
   * Every query.
   *
   * @param parameters of the URL: {@code q} and {@code app} filter, {@code sort} and {@code order}
   *     sort; null for those that are absent
   * @param failures told of each query that the page cannot show
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
   * One query.
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

  /** The page of a query that is not known, or that is known and cannot be evaluated. */
  public static String unknownQuery(Snapshot snapshot, QueryKey key, String root) {
    return Templates.render("unknownQuery.jte", UnknownQuery.of(snapshot, key, new Links(root)));
  }

  /**
   * The runbook.
   *
   * @param body HTML of our own, which is not escaped
   */
  public static String runbook(Snapshot snapshot, String body) {
    return Templates.render("runbook.jte", RunbookPage.of(snapshot, body));
  }

  /** The result of a replay. */
  public static String replay(ReplayPage page) {
    return Templates.render("replay.jte", page);
  }
}
