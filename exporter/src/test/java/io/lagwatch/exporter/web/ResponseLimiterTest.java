package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResponseLimiterTest {
  private static final int READERS = 12;
  private static final long SECONDS = 60;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ResponseLimiter turns = new ResponseLimiter();
  private final ResponseLimiter.Shared shared = turns.shared();
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger asking = new AtomicInteger();

  @AfterEach
  void end() {
    firstMayEnd.countDown();
    threads.shutdownNow();
  }

  @Test
  void concurrentRequestsShareTheNextResponse() throws Exception {
    Future<byte[]> first = threads.submit(() -> shared.get(this::make));
    await().atMost(Duration.ofSeconds(SECONDS)).until(() -> made.get() == 1);
    List<Future<byte[]>> others = new ArrayList<>();
    List<Thread> waiting = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      others.add(
          threads.submit(
              () -> {
                synchronized (waiting) {
                  waiting.add(Thread.currentThread());
                }
                asking.incrementAndGet();
                return shared.get(this::make);
              }));
    }
    await().atMost(Duration.ofSeconds(SECONDS)).until(() -> allBlocked(waiting));
    firstMayEnd.countDown();
    assertThat(first.get(SECONDS, TimeUnit.SECONDS)).containsExactly(1);
    byte[] second = others.get(0).get(SECONDS, TimeUnit.SECONDS);
    assertThat(second).as("begun after they had asked").containsExactly(2);
    for (Future<byte[]> other : others) {
      assertThat(other.get(SECONDS, TimeUnit.SECONDS)).isSameAs(second);
    }
    assertThat(made).hasValue(2);
    assertThat(shared.get(this::make)).as("nothing old is kept").containsExactly(3);
  }

  @Test
  void failedResponseDoesNotAffectTheNextOne() {
    firstMayEnd.countDown();
    assertThatThrownBy(
            () ->
                shared.get(
                    () -> {
                      throw new IllegalStateException("a fault");
                    }))
        .hasMessage("a fault");
    assertThat(shared.get(this::make)).containsExactly(1);
  }

  @Test
  void handlersRunOneAtATime() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    var handler =
        turns.oneAtATime(
            ctx -> {
              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
              Thread.yield();
              inside.decrementAndGet();
            });
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      all.add(
          threads.submit(
              () -> {
                for (int n = 0; n < 200; n++) {
                  handler.handle(null);
                }
                return null;
              }));
    }
    for (Future<?> one : all) {
      one.get(SECONDS, TimeUnit.SECONDS);
    }
    assertThat(most).hasValue(1);
  }

  private boolean allBlocked(List<Thread> waiting) {
    synchronized (waiting) {
      return asking.get() == READERS
          && waiting.stream().allMatch(t -> t.getState() == Thread.State.BLOCKED);
    }
  }

  private byte[] make() {
    int n = made.incrementAndGet();
    try {
      firstMayEnd.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return new byte[] {(byte) n};
  }
}
