package io.lagwatch.compat.jobs;

import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;

/** Processes batches up to number {@code failBatch} (default 0), which fails in the driver. */
public final class Failing implements QueryKind {
  @Override
  public StreamingQuery start(QuerySpec order) throws TimeoutException {
    long failed = order.number("failBatch", 0);
    VoidFunction2<Dataset<Row>, Long> fail =
        (batch, id) -> {
          batch.count();
          if (id >= failed) {
            throw new IllegalStateException("meant to fail\nwith a second line");
          }
        };
    return order.start(order.input().writeStream().foreachBatch(fail));
  }
}
