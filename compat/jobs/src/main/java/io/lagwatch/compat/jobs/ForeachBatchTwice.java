package io.lagwatch.compat.jobs;

import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;

/** Runs two actions in {@code foreachBatch}. Spark counts every row twice. */
public final class ForeachBatchTwice implements QueryKind {
  @Override
  public StreamingQuery start(QuerySpec order) throws TimeoutException {
    VoidFunction2<Dataset<Row>, Long> twice =
        (batch, id) -> {
          batch.count();
          batch.collectAsList();
        };
    return order.start(order.input().writeStream().foreachBatch(twice));
  }
}
