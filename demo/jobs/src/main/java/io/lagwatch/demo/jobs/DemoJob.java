package io.lagwatch.demo.jobs;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryException;

/**
 * The application: both queries in one driver, until one of them fails or the driver ends. It does
 * not use Lagwatch; {@code spark-submit} attaches the listener.
 */
public final class DemoJob {
  private DemoJob() {}

  /**
   * Starts the queries and waits for their end.
   *
   * @param args {@code --name value} pairs, see {@link JobOptions}
   * @throws StreamingQueryException if a query fails; the driver then ends
   */
  public static void main(String[] args) throws StreamingQueryException, TimeoutException {
    JobOptions options = JobOptions.parse(args);
    SparkSession spark =
        SparkSession.builder().config("spark.sql.session.timeZone", "UTC").getOrCreate();
    CourseActivityTile.start(spark, options);
    NetworkKpi.start(spark, options);
    spark.streams().awaitAnyTermination();
  }
}
