package io.lagwatch.exporter.page;

import io.lagwatch.exporter.watch.EvaluationFailure;

/** Counts and logs that a page could not show a query. */
@FunctionalInterface
public interface RenderingFailures {
  /** Returns what the page shows instead of the query. */
  EvaluationFailure failed(String queryId, Throwable cause);
}
