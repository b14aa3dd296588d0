package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.streaming.StreamingQueryListener.QueryIdleEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The agent has no endpoint and thus no thread, so the tests need no Spark. */
class CallbackFaultTest {
  private final SparkConf conf = new SparkConf(false).set("spark.app.id", "callback-fault");
  private final ManualTime time = new ManualTime();
  private final LagwatchListener listener = new LagwatchListener(conf, time);

  @AfterEach
  void endTheAgent() {
    DriverAgent agent = AgentHolder.current(null, conf, false);
    if (agent != null) {
      agent.end();
    }
  }

  @Test
  void logsALastingFaultOnceAndAFaultThatComesBackAgain() {
    listener.onQueryIdle(idle());
    try (LogLines log = new LogLines()) {
      listener.onQueryProgress(null);
      time.millis += RepeatedFault.MIN_INTERVAL_MILLIS;
      listener.onQueryStarted(null);
      assertThat(log.messages).as("a lasting fault").hasSize(1);
      assertThat(log.messages.get(0)).startsWith("WARN Lagwatch: onQueryProgress failed;");
      listener.onQueryIdle(idle());
      listener.onQueryTerminated(null);
      assertThat(log.messages).hasSize(2);
      assertThat(log.messages.get(1)).startsWith("WARN Lagwatch: onQueryTerminated failed;");
    }
  }

  private static QueryIdleEvent idle() {
    return new QueryIdleEvent(UUID.randomUUID(), UUID.randomUUID(), "2026-03-01T00:00:00.000Z");
  }
}
