package io.lagwatch.exporter.page;

import io.lagwatch.exporter.watch.FailedQuery;
import io.lagwatch.exporter.watch.QueryView;

/** Counts and logs that a page could not show a query. */
@FunctionalInterface
public interface RenderingFailures {
  /** Counts a failure. Returns the reason, which the page shows instead of the query. */
  FailedQuery failed(QueryView query, Throwable cause);
}
