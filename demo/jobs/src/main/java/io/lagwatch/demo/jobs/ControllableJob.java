package io.lagwatch.demo.jobs;

import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;

/**
 * An application with one query that can be slowed down and made to fail while it runs, for tests
 * of the alerts. It does not use Lagwatch.
 */
public final class ControllableJob {
  /** The name of the query. */
  private static final String NAME = "steered";

  private ControllableJob() {}

  /**
   * Starts the query and waits for its end.
   *
   * @param args {@code BOOTSTRAP TOPIC CHECKPOINT INSTRUCTIONS}: the brokers, the topic to read,
   *     the query's checkpoint, and the file with the {@link BatchInstructions} of each batch
   * @throws StreamingQueryException if the query fails; the driver then ends
   */
  public static void main(String[] args) throws StreamingQueryException, TimeoutException {
    if (args.length != 4) {
      throw new IllegalArgumentException(
          "arguments: expected BOOTSTRAP TOPIC CHECKPOINT ORDERS, found " + args.length);
    }
    SparkSession spark = SparkSession.builder().getOrCreate();
    start(spark, args[0], args[1], args[2], Path.of(args[3])).awaitTermination();
  }

  private static StreamingQuery start(
      SparkSession spark, String bootstrap, String topic, String checkpoint, Path orders)
      throws TimeoutException {
    VoidFunction2<Dataset<Row>, Long> execute =
        (batch, id) -> {
          batch.count();
          BatchInstructions.read(orders).execute();
        };
    return spark
        .readStream()
        .format("kafka")
        .option("kafka.bootstrap.servers", bootstrap)
        .option("subscribe", topic)
        .option("startingOffsets", "earliest")
        .option("maxOffsetsPerTrigger", 400)
        .load()
        .writeStream()
        .queryName(NAME)
        .trigger(Trigger.ProcessingTime("2 seconds"))
        .foreachBatch(execute)
        .option("checkpointLocation", checkpoint)
        .start();
  }
}
