package io.lagwatch.compat.jobs;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Its sources as they are, with an observed metric of so many characters ({@code observed}) as a
 * sketch or a sample has it: Spark puts it into every progress.
 */
public final class Observed implements Kind {
  @Override
  public StreamingQuery start(Order order) throws TimeoutException {
    Dataset<Row> rows = order.input();
    String sketch =
        "max(repeat(left(cast(value as string), 1), " + order.number("observed", 0) + "))";
    return order.write(rows.observe("sketch", functions.expr(sketch).as("longest")));
  }
}
