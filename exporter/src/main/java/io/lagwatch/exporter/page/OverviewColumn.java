package io.lagwatch.exporter.page;

import io.lagwatch.exporter.watch.QueryView;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column by which the overview can be sorted: numbers with the largest first, names by the
 * alphabet.
 */
enum OverviewColumn {
  QUERY("Query", null),
  LAG("Lag, records", query -> real(query.lag().records())),
  BEHIND("Time behind", OverviewColumn::behind),
  INPUT("Input /s", query -> query.rates().inputRowsPerSecond()),
  PROCESSED("Processed /s", query -> query.rates().processedRowsPerSecond()),
  BATCH("Last batch", OverviewColumn::batch),
  WATERMARK("Watermark age", OverviewColumn::watermarkAge),
  STATE_ROWS("State rows", query -> real(query.state().rows()));

  private static final Comparator<OverviewQuery> BY_NAME = Comparator.comparing(OverviewQuery::key);

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  private final @Nullable Function<QueryView, @Nullable Double> value;

  OverviewColumn(String label, @Nullable Function<QueryView, @Nullable Double> value) {
    this.label = label;
    this.value = value;
  }

  static @Nullable OverviewColumn named(@Nullable String parameter) {
    for (OverviewColumn column : values()) {
      if (column.parameter().equals(parameter)) {
        return column;
      }
    }
    return null;
  }

  String label() {
    return label;
  }

  String parameter() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether the default order of the column begins with the largest value. */
  boolean isDescending() {
    return value != null;
  }

  Comparator<OverviewQuery> order() {
    return value == null
        ? BY_NAME
        : Comparator.<OverviewQuery, Double>comparing(
                query -> query.order().column(), Comparator.reverseOrder())
            .thenComparing(BY_NAME);
  }

  /** An unknown lag may be any size and sorts as the largest; other unknown values are smallest. */
  double sortValue(QueryView query) {
    Double number = value == null ? null : value.apply(query);
    boolean isLag = this == LAG || this == BEHIND;
    return number != null && Double.isFinite(number)
        ? number
        : isLag ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  }

  private static @Nullable Double real(@Nullable Long number) {
    return number == null ? null : (Double) number.doubleValue();
  }

  private static @Nullable Double behind(QueryView query) {
    var time = query.lag().time();
    return time == null ? null : (Double) (double) time.duration().toMillis();
  }

  /** Queries with a trigger interval by their share of it, then the others by duration. */
  private static @Nullable Double batch(QueryView query) {
    var batch = query.batch().last();
    if (batch == null) {
      return null;
    }
    Double share = batch.shareOfTrigger();
    return share == null ? batch.duration().toMillis() / 1e9 : 1 + share;
  }

  private static @Nullable Double watermarkAge(QueryView query) {
    var age = query.watermark().age();
    return age == null ? null : (Double) (double) age.toMillis();
  }
}
