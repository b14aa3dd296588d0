package io.lagwatch.listener;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** Starts a local Spark in the test's JVM, with the listener registered by settings only. */
final class LocalSpark {
  private LocalSpark() {}

  /** Returns a session of a new context. The test must stop it. */
  static SparkSession start(Map<String, String> settings) {
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[2]")
            .appName("listener-test")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.streaming.noDataProgressEventInterval", "500")
            .config(
                "spark.sql.streaming.streamingQueryListeners", LagwatchListener.class.getName());
    settings.forEach(builder::config);
    return builder.getOrCreate();
  }

  /** Returns a session of a new context without a listener. */
  static SparkSession startBare() {
    return start(Map.of("spark.sql.streaming.streamingQueryListeners", ""));
  }

  /** Returns settings with this endpoint and a short heartbeat. */
  static Map<String, String> reportingTo(String endpoint) {
    Map<String, String> settings = new HashMap<>();
    settings.put("spark.lagwatch.endpoint", endpoint);
    settings.put("spark.lagwatch.heartbeat", "1s");
    settings.put("spark.lagwatch.timeout", "1s");
    return settings;
  }

  static Dataset<Row> rate(SparkSession spark) {
    return spark.readStream().format("rate").option("rowsPerSecond", 10).load();
  }

  /** Starts a query that discards its rows every second. */
  static StreamingQuery query(SparkSession spark, String name) throws TimeoutException {
    return everySecond(rate(spark).writeStream(), name).format("noop").start();
  }

  static DataStreamWriter<Row> everySecond(DataStreamWriter<Row> writer, String name) {
    return writer.queryName(name).trigger(Trigger.ProcessingTime("1 second"));
  }

  /** Returns the names of the agent's live threads. */
  static List<String> agentThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("lagwatch-"))
        .sorted()
        .toList();
  }
}
