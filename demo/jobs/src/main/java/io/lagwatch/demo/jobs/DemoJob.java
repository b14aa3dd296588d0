package io.lagwatch.demo.jobs;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryException;

/**
 * The application: both queries in one driver, until one of them fails or the driver is ended. It
 * knows nothing of Lagwatch; the listener comes from {@code spark-submit}.
 */
public final class DemoJob {
  private DemoJob() {}

  /**
   * Starts the queries and waits for them.
   *
   * @param args {@code --name value} pairs, see {@link JobOptions}
   * @throws StreamingQueryException when a query fails: the driver ends with it
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
