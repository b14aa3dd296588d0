package io.lagwatch.demo.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.from_json;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.to_date;
import static org.apache.spark.sql.functions.window;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;

/**
 * Counts lesson events per course in windows of five minutes. Each window is written once, when the
 * watermark has passed it, to Parquet files in a folder per date.
 */
final class CourseActivityTile {
  static final String NAME = "course-activity-tile";
  private static final String TOPIC = "learning.progress";
  private static final StructType EVENT =
      new StructType()
          .add("event_id", "string")
          .add("course_id", "string")
          .add("lesson_id", "string")
          .add("event_time", "timestamp");

  private CourseActivityTile() {}

  static StreamingQuery start(SparkSession spark, JobOptions options) throws TimeoutException {
    Dataset<Row> records =
        spark
            .readStream()
            .format("kafka")
            .option("kafka.bootstrap.servers", options.bootstrap())
            .option("subscribe", TOPIC)
            .option("startingOffsets", "earliest")
            .option("failOnDataLoss", "true")
            .option("maxOffsetsPerTrigger", options.maxOffsetsPerTrigger())
            .load();
    return tiles(records)
        .writeStream()
        .queryName(NAME)
        .outputMode(OutputMode.Append())
        .trigger(Trigger.ProcessingTime(options.trigger()))
        .format("parquet")
        .option("path", options.out() + "/" + NAME)
        .option("checkpointLocation", options.checkpoints() + "/" + NAME)
        .partitionBy("window_date")
        .start();
  }

  private static Dataset<Row> tiles(Dataset<Row> records) {
    return records
        .select(from_json(col("value").cast("string"), EVENT).as("event"))
        .select("event.*")
        .withWatermark("event_time", "10 minutes")
        .groupBy(window(col("event_time"), "5 minutes"), col("course_id"))
        .agg(count(lit(1)).as("events"))
        .select(
            to_date(col("window.start")).as("window_date"),
            col("window.start").as("window_start"),
            col("window.end").as("window_end"),
            col("course_id"),
            col("events"));
  }
}
