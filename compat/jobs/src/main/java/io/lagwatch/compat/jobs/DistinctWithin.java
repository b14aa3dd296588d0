package io.lagwatch.compat.jobs;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Drops duplicate keys within the delay of the watermark: one row of state for each key that is not
 * older. Calls the method by reflection, because it exists from Spark 3.5 on.
 */
public final class DistinctWithin implements QueryKind {
  @Override
  public StreamingQuery start(QuerySpec order) throws Exception {
    Dataset<Row> rows = KeyedRows.watermarked(order);
    Object distinct =
        Dataset.class
            .getMethod("dropDuplicatesWithinWatermark", String[].class)
            .invoke(rows, (Object) new String[] {"key"});
    return order.write((Dataset<?>) distinct);
  }
}
