package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.List;
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
    return Overview.of(snapshot, history, View.of(parameters));
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
    return new QueryPage(snapshot, query, history, new Links(root))
        .page(json, "all".equals(parameters.apply("partitions")));
  }

  /** There is no query of this name, or no longer. */
  public static String unknownQuery(Snapshot snapshot, QueryKey key, String root) {
    return new UnknownQuery(new Links(root)).page(snapshot, key);
  }

  /**
   * The runbook.
   *
   * @param body HTML of our own, which is not escaped
   */
  public static String runbook(Snapshot snapshot, String body) {
    var html = new Html();
    return new PageLayout(html, new Links(""))
        .page(
            "Runbook · Lagwatch",
            List.of("text.css"),
            snapshot,
            page -> page.open("article", "class", "text").ours(body).close());
  }
}
