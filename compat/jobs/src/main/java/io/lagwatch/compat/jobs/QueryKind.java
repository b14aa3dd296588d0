package io.lagwatch.compat.jobs;

import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * A kind of query that a test can ask for by the simple name of its class. It is created for every
 * query, by its constructor without arguments, and knows nothing of Lagwatch.
 */
public interface QueryKind {
  /** Starts the query that the order describes. */
  StreamingQuery start(QuerySpec order) throws Exception;
}
