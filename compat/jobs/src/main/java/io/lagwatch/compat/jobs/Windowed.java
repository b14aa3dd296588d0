package io.lagwatch.compat.jobs;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.streaming.StreamingQuery;

/** Counts in windows of ten seconds: a row of state for each key and open window. */
public final class Windowed implements Kind {
  @Override
  public StreamingQuery start(Order order) throws TimeoutException {
    return order.write(Keyed.counted(Keyed.watermarked(order)));
  }
}
