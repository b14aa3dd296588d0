package io.lagwatch.compat.jobs;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.streaming.StreamingQuery;

/** Its sources as they are, to its sink. */
public final class Plain implements Kind {
  @Override
  public StreamingQuery start(Order order) throws TimeoutException {
    return order.write(order.input());
  }
}
