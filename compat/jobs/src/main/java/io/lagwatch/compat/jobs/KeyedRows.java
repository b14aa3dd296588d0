package io.lagwatch.compat.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.window;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Creates rows with a key and a time. The text of a row, and the value of a Kafka record, is {@code
 * key,seconds since 1970}. The keys of the rate source are 0, 1 and 2.
 */
final class KeyedRows {
  private static final String DELAY = "10 seconds";

  private KeyedRows() {}

  /**
   * Returns the rows of all sources, with the columns {@code key} (text) and {@code time}
   * (timestamp).
   */
  static Dataset<Row> rows(QuerySpec order) {
    Dataset<Row> all = keyed(order.input(0));
    for (int source = 1; source < order.wanted().path("sources").size(); source++) {
      all = all.union(keyed(order.input(source)));
    }
    return all;
  }

  /** Returns the rows of all sources with a watermark ten seconds behind the latest time. */
  static Dataset<Row> watermarked(QuerySpec order) {
    return rows(order).withWatermark("time", DELAY);
  }

  /** Returns the rows of one source with a watermark ten seconds behind the latest time. */
  static Dataset<Row> watermarked(QuerySpec order, int source) {
    return keyed(order.input(source)).withWatermark("time", DELAY);
  }

  /** Returns the number of rows of each key in windows of ten seconds. */
  static Dataset<Row> counted(Dataset<Row> rows) {
    return rows.groupBy(window(col("time"), "10 seconds"), col("key")).count();
  }

  private static Dataset<Row> keyed(Dataset<Row> rows) {
    if (rows.columns()[0].equals("timestamp")) {
      return rows.select(expr("CAST(value % 3 AS STRING)").as("key"), col("timestamp").as("time"));
    }
    String text = "CAST(value AS STRING)";
    return rows.select(
        expr("substring_index(" + text + ", ',', 1)").as("key"),
        expr("timestamp_seconds(CAST(substring_index(" + text + ", ',', -1) AS BIGINT))")
            .as("time"));
  }
}
