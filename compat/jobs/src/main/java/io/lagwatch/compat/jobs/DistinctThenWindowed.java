package io.lagwatch.compat.jobs;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * A query with two stateful operators: one row for each key and time, then one for each key and
 * open window. Needs the output mode {@code append}.
 */
public final class DistinctThenWindowed implements QueryKind {
  @Override
  public StreamingQuery start(QuerySpec order) throws TimeoutException {
    return order.write(
        KeyedRows.counted(
            KeyedRows.watermarked(order).dropDuplicates(new String[] {"key", "time"})));
  }
}
