package io.lagwatch.demo.jobs;

import static org.apache.spark.sql.functions.approx_count_distinct;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.from_json;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.window;

import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;

/**
 * Volume and approximate number of subscribers of each cell site, in windows of five minutes. A
 * batch writes the changed windows to its own folder, and a replayed batch overwrites it, so a
 * restart writes nothing twice. Windows older than the watermark leave the state.
 */
final class NetworkKpi {
  static final String NAME = "network-kpi";
  private static final String TOPIC = "network-events";
  private static final StructType EVENT =
      new StructType()
          .add("subscriber_id", "string")
          .add("cell_site_id", "string")
          .add("event_ts", "timestamp")
          .add("volume_gb", "double");

  private NetworkKpi() {}

  static StreamingQuery start(SparkSession spark, JobOptions options) throws TimeoutException {
    Dataset<Row> records =
        spark
            .readStream()
            .format("kafka")
            .option("kafka.bootstrap.servers", options.bootstrap())
            .option("subscribe", TOPIC)
            .option("startingOffsets", "earliest")
            .load();
    String folder = options.out() + "/" + NAME;
    VoidFunction2<Dataset<Row>, Long> overwrite =
        (batch, id) -> batch.write().mode(SaveMode.Overwrite).parquet(folder + "/batch_id=" + id);
    return kpis(records)
        .writeStream()
        .queryName(NAME)
        .outputMode(OutputMode.Update())
        .trigger(Trigger.ProcessingTime(options.trigger()))
        .foreachBatch(overwrite)
        .option("checkpointLocation", options.checkpoints() + "/" + NAME)
        .start();
  }

  private static Dataset<Row> kpis(Dataset<Row> records) {
    return records
        .select(from_json(col("value").cast("string"), EVENT).as("event"))
        .select("event.*")
        .withWatermark("event_ts", "10 minutes")
        .groupBy(window(col("event_ts"), "5 minutes"), col("cell_site_id"))
        .agg(
            sum("volume_gb").as("volume_gb"),
            approx_count_distinct("subscriber_id").as("subscribers"))
        .select(
            col("window.start").as("window_start"),
            col("window.end").as("window_end"),
            col("cell_site_id"),
            col("volume_gb"),
            col("subscribers"));
  }
}
