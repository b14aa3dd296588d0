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

/** Starts a small Spark in the test's JVM, attached as users attach it: by settings alone. */
final class LocalSpark {
  private LocalSpark() {}

  /** A session of a new context; the test stops it. */
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

  /** The same, without any listener by settings. */
  static SparkSession startBare() {
    return start(Map.of("spark.sql.streaming.streamingQueryListeners", ""));
  }

  /** The settings of a test that reports here, quickly. */
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

  /** Starts a query that does nothing with its rows every second. */
  static StreamingQuery query(SparkSession spark, String name) throws TimeoutException {
    return everySecond(rate(spark).writeStream(), name).format("noop").start();
  }

  static DataStreamWriter<Row> everySecond(DataStreamWriter<Row> writer, String name) {
    return writer.queryName(name).trigger(Trigger.ProcessingTime("1 second"));
  }

  /** The agent's threads that are alive. */
  static List<String> agentThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("lagwatch-"))
        .sorted()
        .toList();
  }
}
