package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

class ThreadsTest {
  @Test
  void createsADaemonThreadWithTheName() {
    Thread thread = Threads.daemon(() -> {}, "lagwatch-test");
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).isEqualTo("lagwatch-test");
    assertThat(thread.getState()).isEqualTo(Thread.State.NEW);
  }

  @Test
  void doesNotInheritTheContextClassLoader() throws Exception {
    Thread current = Thread.currentThread();
    ClassLoader previous = current.getContextClassLoader();
    try (URLClassLoader session = new URLClassLoader(new URL[0], previous)) {
      current.setContextClassLoader(session);
      assertThat(Threads.daemon(() -> {}, "lagwatch-test").getContextClassLoader())
          .isSameAs(LagwatchListener.class.getClassLoader());
    } finally {
      current.setContextClassLoader(previous);
    }
  }

  @Test
  void logsAnUncaughtException() throws Exception {
    try (LogLines log = new LogLines()) {
      Thread thread =
          Threads.daemon(
              () -> {
                throw new IllegalStateException("unexpected");
              },
              "lagwatch-test");
      thread.start();
      thread.join();
      assertThat(log.messages)
          .containsExactly("WARN Lagwatch: thread lagwatch-test ended unexpectedly");
    }
  }
}
