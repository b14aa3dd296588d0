package io.lagwatch.exporter.kafka;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/** Until when a poll may last. */
final class Deadline {
  /** For the client's own timeouts to come first: they know the reason. */
  private static final int GRACE_MILLIS = 2_000;

  private final long end;

  private Deadline(long end) {
    this.end = end;
  }

  static Deadline in(Duration budget) {
    return new Deadline(System.nanoTime() + budget.toNanos());
  }

  /** Half of what is left, for a first try that leaves time for a second one. */
  Deadline half() {
    return in(Duration.ofMillis(millis() / 2));
  }

  /** What is left, at least 1: what an option of the admin client takes. */
  int millis() {
    return (int) Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis());
  }

  /**
   * The result of a call that was made with {@link #millis()}. The client bounds it; this bounds
   * the client.
   */
  <T> T await(KafkaFuture<T> future) throws ExecutionException, InterruptedException {
    try {
      return future.get(millis() + GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ExecutionException("the client itself did not give up in time", e);
    }
  }
}
