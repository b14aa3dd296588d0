package io.lagwatch.compat.jobs;

import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.apache.spark.sql.streaming.Trigger;

/**
 * A typical application for scheduled runs: it runs one query over the available data and ends. It
 * also runs as a client of Spark Connect. It does not use Lagwatch except through its arguments.
 * Each argument is {@code key=value}:
 *
 * <ul>
 *   <li>{@code spark.…}: a setting, set in the code
 *   <li>{@code listener}: the class of a listener that is added in the code
 *   <li>{@code name}, {@code checkpoint}: name and checkpoint of the query
 *   <li>{@code format}, {@code option.…}: format and options of its source
 * </ul>
 */
public final class ScheduledRun {
  private static final String OPTION = "option.";

  private ScheduledRun() {}

  public static void main(String[] args) throws Exception {
    Map<String, String> wanted = new TreeMap<>();
    for (String arg : args) {
      String[] pair = arg.split("=", 2);
      wanted.put(pair[0], pair[1]);
    }
    SparkSession.Builder builder = SparkSession.builder();
    wanted.forEach(
        (key, value) -> {
          if (key.startsWith("spark.")) {
            builder.config(key, value);
          }
        });
    SparkSession spark = builder.getOrCreate();
    String listener = wanted.get("listener");
    if (listener != null) {
      ClassLoader jars = Thread.currentThread().getContextClassLoader();
      spark
          .streams()
          .addListener(
              Class.forName(listener, true, jars)
                  .asSubclass(StreamingQueryListener.class)
                  .getConstructor()
                  .newInstance());
    }
    DataStreamReader reader = spark.readStream().format(wanted.get("format"));
    wanted.forEach(
        (key, value) -> {
          if (key.startsWith(OPTION)) {
            reader.option(key.substring(OPTION.length()), value);
          }
        });
    StreamingQuery query =
        reader
            .load()
            .writeStream()
            .format("noop")
            .queryName(wanted.get("name"))
            .option("checkpointLocation", wanted.get("checkpoint"))
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination();
    spark.stop();
  }
}
