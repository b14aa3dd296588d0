package io.lagwatch.listener;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.jspecify.annotations.Nullable;

/**
 * Holds the one agent of this JVM. It is static because Spark creates the listener objects, several
 * for one application, and gives them nothing else that they could share. The reference is cleared
 * when the application ends.
 */
final class AgentHolder {
  private static final AtomicReference<@Nullable DriverAgent> CURRENT = new AtomicReference<>();

  private AgentHolder() {}

  /**
   * Returns the agent for an event and starts it if there is none; null if the event arrived after
   * the end of its application.
   *
   * @param previous what the same listener object got last time
   * @param isQueryStart true for a started event. After the end of an application only a started
   *     event creates a new agent; for any other event the agent would lack the earlier counts
   */
  static @Nullable DriverAgent current(
      @Nullable DriverAgent previous, @Nullable SparkConf given, boolean isQueryStart) {
    if (previous != null && !previous.isClosed()) {
      return previous;
    }
    if (previous != null && !isQueryStart) {
      return null;
    }
    SparkConf conf = given != null ? given : environmentConf();
    if (conf == null) {
      return null;
    }
    String applicationId = conf.get("spark.app.id", "");
    while (true) {
      DriverAgent existing = CURRENT.get();
      if (existing != null && !existing.isClosed() && existing.belongsTo(applicationId)) {
        return existing;
      }
      DriverAgent created =
          new DriverAgent(applicationId, settings(conf), SystemTime.INSTANCE, AgentHolder::forget);
      if (CURRENT.compareAndSet(existing, created)) {
        if (existing != null) {
          existing.requestEnd();
        }
        created.start();
        return created;
      }
    }
  }

  private static void forget(DriverAgent ended) {
    CURRENT.compareAndSet(ended, null);
  }

  private static @Nullable SparkConf environmentConf() {
    SparkEnv env = SparkEnv.get();
    return env == null ? null : env.conf();
  }

  private static ListenerSettings settings(SparkConf conf) {
    Map<String, String> values = new HashMap<>();
    for (scala.Tuple2<String, String> entry : conf.getAll()) {
      values.put(entry._1(), entry._2());
    }
    return ListenerSettings.of(values);
  }
}
