package io.lagwatch.compat.jobs;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.streaming.StreamingQuery;

/** Counts rows in windows of ten seconds: one row of state for each key and open window. */
public final class Windowed implements QueryKind {
  @Override
  public StreamingQuery start(QuerySpec order) throws TimeoutException {
    return order.write(KeyedRows.counted(KeyedRows.watermarked(order)));
  }
}
