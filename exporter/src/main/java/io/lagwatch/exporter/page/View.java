package io.lagwatch.exporter.page;

import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.QueryView;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which queries the overview shows and in which order; the address says it, so it can be kept and
 * sent to somebody.
 *
 * @param text a part of the application's or the query's name, in any case; empty for all
 * @param app the application's whole name; empty for all
 * @param sort null for worst first
 * @param reversed the other way round than {@code sort} has it by itself
 */
record View(String text, String app, @Nullable Column sort, boolean reversed) {
  static final View ALL = new View("", "", null, false);

  /** Reads an address's parameters; what is not understood counts as not said. */
  static View of(Function<String, @Nullable String> parameter) {
    String text = parameter.apply("q");
    String app = parameter.apply("app");
    return new View(
        text == null ? "" : text.strip(),
        app == null ? "" : app,
        Column.named(parameter.apply("sort")),
        "reversed".equals(parameter.apply("order")));
  }

  /** The queries to show, in their order. */
  List<QueryView> of(List<QueryView> queries) {
    Comparator<QueryView> order = sort == null ? WorstFirst.ORDER : sort.order();
    return queries.stream()
        .filter(query -> shows(query.facts().identity().key()))
        .sorted(reversed ? order.reversed() : order)
        .toList();
  }

  boolean filters() {
    return !text.isEmpty() || !app.isEmpty();
  }

  /** The address of the same queries in another order; a second time turns the order round. */
  String sortedBy(@Nullable Column column) {
    var address = new StringBuilder("./");
    add(address, "q", text);
    add(address, "app", app);
    if (column != null) {
      add(address, "sort", column.parameter());
    }
    if (column == sort && !reversed) {
      add(address, "order", "reversed");
    }
    return address.toString();
  }

  private boolean shows(QueryKey key) {
    String part = text.toLowerCase(Locale.ROOT);
    return (app.isEmpty() || app.equals(key.app()))
        && (key.app().toLowerCase(Locale.ROOT).contains(part)
            || key.query().toLowerCase(Locale.ROOT).contains(part));
  }

  private static void add(StringBuilder address, String name, String value) {
    if (!value.isEmpty()) {
      address.append(address.indexOf("?") < 0 ? '?' : '&').append(name).append('=');
      address.append(Links.encoded(value));
    }
  }
}
