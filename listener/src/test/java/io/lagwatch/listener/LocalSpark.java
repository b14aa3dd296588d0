package io.lagwatch.listener;

import java.util.Map;
import org.apache.spark.sql.SparkSession;

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
            .config(
                "spark.sql.streaming.streamingQueryListeners", LagwatchListener.class.getName());
    settings.forEach(builder::config);
    return builder.getOrCreate();
  }

  static SparkSession reportingTo(String endpoint) {
    return start(
        Map.of(
            "spark.lagwatch.endpoint", endpoint,
            "spark.lagwatch.heartbeat", "1s",
            "spark.lagwatch.timeout", "1s"));
  }
}
