package io.lagwatch.compat.jobs;

import static org.apache.spark.sql.functions.expr;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Joins two sources where keys are equal and times are close: one row of state for each row that
 * another row may still match.
 */
public final class Joined implements QueryKind {
  @Override
  public StreamingQuery start(QuerySpec order) throws TimeoutException {
    Dataset<Row> left = KeyedRows.watermarked(order, 0);
    Dataset<Row> right = KeyedRows.watermarked(order, 1).toDF("other", "then");
    return order.write(
        left.join(right, expr("key = other AND then BETWEEN time AND time + INTERVAL 10 SECONDS")));
  }
}
