package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The pages as HTML. Everything that comes from outside is escaped. */
public final class Pages {
  private Pages() {}

  /**
   * Every query.
   *
   * @param parameters of the address: {@code q} and {@code app} choose, {@code sort} and {@code
   *     order} sort; null for those that are not there
   */
  public static String overview(
      Snapshot snapshot, History history, Function<String, @Nullable String> parameters) {
    return Templates.render(
        "overview.jte", Overview.of(snapshot, history, OverviewSelection.of(parameters)));
  }

  /**
   * One query.
   *
   * @param history of this query
   * @param json the same for the charts
   * @param root from the page's address to {@code /}
   * @param parameters of the address: {@code partitions=all} lists all of them
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

  /** There is no query of this name, or no longer. */
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
}
