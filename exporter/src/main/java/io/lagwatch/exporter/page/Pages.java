package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.History;
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
    return Overview.of(snapshot, history, View.of(parameters));
  }
}
