package io.lagwatch.compat.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * An application that starts one query after the other, waits for the end of each and ends, like a
 * scheduled job. It does not stop the session: Spark stops it when the JVM ends.
 */
public final class SequentialRuns {
  private SequentialRuns() {}

  /**
   * Runs the queries.
   *
   * @param args brokers as {@code host:port}, folder of the checkpoints, then a {@link QuerySpec}
   *     for each query as JSON, with a trigger that ends by itself
   */
  public static void main(String[] args) throws Exception {
    SparkSession session = SparkSession.builder().getOrCreate();
    for (int i = 2; i < args.length; i++) {
      JsonNode wanted = new ObjectMapper().readTree(args[i]);
      StreamingQuery query =
          new PassThrough().start(new QuerySpec(session, args[0], args[1], wanted));
      query.awaitTermination();
    }
  }
}
