package io.lagwatch.exporter.history;

import java.util.List;

/**
 * What is remembered of one query. Immutable.
 *
 * @param points of the last hour
 * @param batches the last finished ones, oldest first; batches that ended between two reports of
 *     the driver are not among them
 */
public record QueryHistory(Points points, List<BatchPoint> batches) {
  /** Of a query that was never seen. */
  public static final QueryHistory NONE = new QueryHistory(Points.NONE, List.of());

  public QueryHistory {
    batches = List.copyOf(batches);
  }
}
