package io.lagwatch.compat.jobs;

import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * A kind of query that a test requests by the simple name of its class. A new object is created for
 * every query, by the constructor without arguments. It does not use Lagwatch.
 */
public interface QueryKind {
  /** Starts the query that the specification describes. */
  StreamingQuery start(QuerySpec order) throws Exception;
}
