package io.lagwatch.compat.jobs;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Two operators with state: a row of each key and time, then one of each key and open window. Needs
 * the mode {@code append}.
 */
public final class DistinctThenWindowed implements QueryKind {
  @Override
  public StreamingQuery start(QuerySpec order) throws TimeoutException {
    return order.write(
        KeyedRows.counted(
            KeyedRows.watermarked(order).dropDuplicates(new String[] {"key", "time"})));
  }
}
