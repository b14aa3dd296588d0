package io.lagwatch.exporter.page;

import io.lagwatch.exporter.query.QueryKey;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which queries the overview shows and in which order. It is part of the URL, so a view can be
 * shared as a link.
 *
 * @param text a part of the application's or the query's name, in any case; empty for all
 * @param app the application's whole name; empty for all
 * @param sort null for worst first
 * @param reversed whether the order of {@code sort} is reversed
 */
record OverviewSelection(String text, String app, @Nullable OverviewColumn sort, boolean reversed) {
  static final OverviewSelection ALL = new OverviewSelection("", "", null, false);

  /** Reads the parameters of a URL; an unknown value counts as absent. */
  static OverviewSelection of(Function<String, @Nullable String> parameter) {
    String text = parameter.apply("q");
    String app = parameter.apply("app");
    return new OverviewSelection(
        text == null ? "" : text.strip(),
        app == null ? "" : app,
        OverviewColumn.named(parameter.apply("sort")),
        "reversed".equals(parameter.apply("order")));
  }

  /** The queries to show, in their order. */
  List<OverviewQuery> of(List<OverviewQuery> queries) {
    Comparator<OverviewQuery> order = sort == null ? WorstFirst.ORDER : sort.order();
    return queries.stream()
        .filter(query -> shows(query.key()))
        .sorted(reversed ? order.reversed() : order)
        .toList();
  }

  boolean isFiltered() {
    return !text.isEmpty() || !app.isEmpty();
  }

  /** URL of the same queries sorted by a column, or reversed when they already are. */
  String sortedBy(@Nullable OverviewColumn column) {
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
