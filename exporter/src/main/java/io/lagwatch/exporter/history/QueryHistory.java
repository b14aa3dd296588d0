package io.lagwatch.exporter.history;

import java.util.List;

/**
 * The history of one query. Immutable.
 *
 * @param points values of the last hour
 * @param batches the last completed batches, oldest first. If several batches complete between two
 *     reports, only the last one is included
 */
public record QueryHistory(Points points, List<BatchPoint> batches) {
  /** The history of an unknown query. */
  public static final QueryHistory NONE = new QueryHistory(Points.NONE, List.of());

  public QueryHistory {
    batches = List.copyOf(batches);
  }
}
