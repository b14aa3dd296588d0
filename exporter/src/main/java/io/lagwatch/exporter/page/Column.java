package io.lagwatch.exporter.page;

import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.watch.QueryView;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the overview can be sorted by, the largest first; names by the alphabet. */
enum Column {
  QUERY("Query", null),
  LAG("Lag, records", facts -> real(facts.lag().records())),
  BEHIND("Time behind", Column::behind),
  INPUT("Input /s", QueryFacts::inputRate),
  PROCESSED("Processed /s", QueryFacts::processedRate),
  BATCH("Last batch", Column::batch),
  WATERMARK("Watermark age", Column::watermarkAge),
  STATE_ROWS("State rows", facts -> real(facts.progress().stateRows()));

  private final String label;
  private final @Nullable Function<QueryFacts, @Nullable Double> value;

  Column(String label, @Nullable Function<QueryFacts, @Nullable Double> value) {
    this.label = label;
    this.value = value;
  }

  static @Nullable Column named(@Nullable String parameter) {
    for (Column column : values()) {
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

  /** Whether its own order begins with the largest. */
  boolean descending() {
    return value != null;
  }

  Comparator<QueryView> order() {
    Comparator<QueryView> byName = Comparator.comparing(query -> query.facts().identity().key());
    var number = value;
    if (number == null) {
      return byName;
    }
    return Comparator.<QueryView, Double>comparing(
            query -> known(number.apply(query.facts())), Comparator.reverseOrder())
        .thenComparing(byName);
  }

  /** A lag that is not known may be any; of the other numbers an absent one is the least. */
  private double known(@Nullable Double number) {
    boolean lag = this == LAG || this == BEHIND;
    return number != null && Double.isFinite(number)
        ? number
        : lag ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  }

  private static @Nullable Double real(@Nullable Long number) {
    return number == null ? null : (Double) number.doubleValue();
  }

  private static @Nullable Double behind(QueryFacts facts) {
    TimeLag time = facts.lag().time();
    return time == null ? null : (Double) (double) time.behind().toMillis();
  }

  /** Against the trigger where there is one, else by itself; the former is what matters more. */
  private static @Nullable Double batch(QueryFacts facts) {
    var batch = facts.progress().lastBatch();
    var trigger = facts.trigger().interval();
    if (batch == null) {
      return null;
    }
    double millis = batch.duration().toMillis();
    return trigger == null ? millis / 1e9 : 1 + millis / trigger.toMillis();
  }

  private static @Nullable Double watermarkAge(QueryFacts facts) {
    var watermark = facts.progress().watermark();
    return watermark == null ? null : (Double) (double) -watermark.toEpochMilli();
  }
}
