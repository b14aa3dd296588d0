package io.lagwatch.exporter.page;

import java.util.Comparator;

/**
 * The default order of queries: by firing alerts, critical before warning; then by state, the worst
 * first; then those whose lag is unknown; then by lag in time and in records.
 */
final class WorstFirst {
  static final Comparator<OverviewQuery> ORDER =
      Comparator.<OverviewQuery>comparingInt(query -> query.order().alarm())
          .thenComparingInt(query -> query.order().state())
          .thenComparing(query -> query.order().isLagKnown())
          .thenComparing(query -> query.order().behind(), Comparator.reverseOrder())
          .thenComparing(query -> query.order().records(), Comparator.reverseOrder())
          .thenComparing(OverviewQuery::key);

  private WorstFirst() {}
}
