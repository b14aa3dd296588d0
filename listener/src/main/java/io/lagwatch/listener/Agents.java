package io.lagwatch.listener;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.jspecify.annotations.Nullable;

/**
 * The one agent of this JVM. Static, against the house rule, because Spark makes the listener
 * objects itself, several for one application, and offers nothing that they could share instead.
 * The reference is given up when the application ends.
 */
final class Agents {
  private static final AtomicReference<@Nullable Agent> CURRENT = new AtomicReference<>();

  private Agents() {}

  /**
   * The agent that an event belongs to, made and started if need be; null when the event came after
   * its application's end.
   *
   * @param previous what the same listener object got last time
   * @param queryStarts only a starting query may wake a listener whose application has ended: a
   *     late event would make an agent that knows nothing of the run's earlier counts
   */
  static @Nullable Agent current(
      @Nullable Agent previous, @Nullable SparkConf given, boolean queryStarts) {
    if (previous != null && !previous.closed()) {
      return previous;
    }
    if (previous != null && !queryStarts) {
      return null;
    }
    SparkConf conf = given != null ? given : environmentConf();
    if (conf == null) {
      return null;
    }
    String application = conf.get("spark.app.id", "");
    while (true) {
      Agent existing = CURRENT.get();
      if (existing != null && !existing.closed() && existing.belongsTo(application)) {
        return existing;
      }
      Agent made = new Agent(application, settings(conf), SystemTime.INSTANCE, Agents::forget);
      if (CURRENT.compareAndSet(existing, made)) {
        if (existing != null) {
          existing.endSoon();
        }
        made.start();
        return made;
      }
    }
  }

  private static void forget(Agent ended) {
    CURRENT.compareAndSet(ended, null);
  }

  private static @Nullable SparkConf environmentConf() {
    SparkEnv env = SparkEnv.get();
    return env == null ? null : env.conf();
  }

  private static Settings settings(SparkConf conf) {
    Map<String, String> values = new HashMap<>();
    for (scala.Tuple2<String, String> entry : conf.getAll()) {
      values.put(entry._1(), entry._2());
    }
    return Settings.of(values);
  }
}
