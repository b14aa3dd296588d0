package io.lagwatch.compat.jobs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Processes batches up to number {@code holdBatch} (default 0), which hangs until the query is
 * stopped.
 */
public final class Hanging implements QueryKind {
  @Override
  public StreamingQuery start(QuerySpec order) throws TimeoutException {
    long held = order.number("holdBatch", 0);
    VoidFunction2<Dataset<Row>, Long> hold =
        (batch, id) -> {
          batch.count();
          if (id >= held) {
            new CountDownLatch(1).await();
          }
        };
    return order.start(order.input().writeStream().foreachBatch(hold));
  }
}
