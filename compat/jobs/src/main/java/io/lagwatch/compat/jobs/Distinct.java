package io.lagwatch.compat.jobs;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.streaming.StreamingQuery;

/** Drops duplicate keys without a watermark: one row of state for each key, forever. */
public final class Distinct implements QueryKind {
  @Override
  public StreamingQuery start(QuerySpec order) throws TimeoutException {
    return order.write(KeyedRows.rows(order).dropDuplicates(new String[] {"key"}));
  }
}
