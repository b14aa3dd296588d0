package io.lagwatch.exporter.kafka;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/** The time at which a poll must have ended. Immutable. */
final class Deadline {
  /**
   * Waiting time after the deadline, so that the client's own timeout comes first: it names the
   * reason.
   */
  private static final int GRACE_MILLIS = 2_000;

  private final long end;

  private Deadline(long end) {
    this.end = end;
  }

  static Deadline in(Duration budget) {
    return new Deadline(System.nanoTime() + budget.toNanos());
  }

  /**
   * Returns a deadline at half of the remaining time, so that time for a second attempt is left.
   */
  Deadline half() {
    return in(Duration.ofMillis(millis() / 2));
  }

  /**
   * Returns the remaining time in milliseconds, at least 1, as the options of the admin client
   * require.
   */
  int millis() {
    return (int) Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis());
  }

  /**
   * Waits for the result of a call that has {@link #millis()} as its timeout. The wait is limited
   * too, in case the client does not apply that timeout.
   */
  <T> T await(KafkaFuture<T> future) throws ExecutionException, InterruptedException {
    try {
      return future.get(millis() + GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ExecutionException("the Kafka client did not apply its own timeout", e);
    }
  }
}
