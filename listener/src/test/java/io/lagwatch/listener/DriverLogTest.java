package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DriverLogTest {
  @Test
  void marksEveryLineWithTheNameOfLagwatch() {
    try (LogLines log = new LogLines()) {
      DriverLog.warn("a {} warning");
      DriverLog.warn("a warning with a cause", new IllegalStateException("cause"));
      DriverLog.info("an info");
      assertThat(log.messages)
          .containsExactly(
              "WARN Lagwatch: a {} warning",
              "WARN Lagwatch: a warning with a cause",
              "INFO Lagwatch: an info");
    }
  }

  @Test
  void usesTheNameOfTheListenerClass() {
    assertThat(DriverLog.NAME).isEqualTo(LagwatchListener.class.getName());
  }

  @Test
  void throwsNothingWhenAnAppenderFails() {
    try (FailingAppender appender = new FailingAppender()) {
      assertThatThrownBy(() -> LoggerFactory.getLogger(DriverLog.NAME).debug("directly"))
          .as("the appender fails")
          .isNotNull();
      assertThatCode(DriverLogTest::logAtEveryLevel).doesNotThrowAnyException();
      assertThat(appender.calls).hasValue(5);
    }
  }

  @Test
  void throwsNothingWithoutSlf4j() throws Exception {
    Class<?> log = new LoaderWithoutSlf4j().loadClass(DriverLog.class.getName());
    assertThat(log).isNotSameAs(DriverLog.class);
    for (String level : new String[] {"warn", "info", "debug"}) {
      Method method = log.getDeclaredMethod(level, String.class);
      method.setAccessible(true);
      assertThatCode(() -> method.invoke(null, "message")).as(level).doesNotThrowAnyException();
    }
    Method withCause = log.getDeclaredMethod("warn", String.class, Throwable.class);
    withCause.setAccessible(true);
    assertThatCode(() -> withCause.invoke(null, "message", new Error("cause")))
        .doesNotThrowAnyException();
  }

  private static void logAtEveryLevel() {
    DriverLog.warn("warn");
    DriverLog.warn("warn", new IllegalStateException("cause"));
    DriverLog.info("info");
    DriverLog.debug("debug");
  }

  /** Throws an error for every event, and enables all levels while it is open. */
  private static final class FailingAppender extends AbstractAppender implements AutoCloseable {
    final AtomicInteger calls = new AtomicInteger();
    private final Logger logger = (Logger) LogManager.getLogger(DriverLog.NAME);
    private final Level level = logger.getLevel();

    FailingAppender() {
      super("failing", null, null, false, Property.EMPTY_ARRAY);
      start();
      logger.addAppender(this);
      logger.setLevel(Level.DEBUG);
    }

    @Override
    public void append(LogEvent event) {
      calls.incrementAndGet();
      throw new ExceptionInInitializerError("broken logging");
    }

    @Override
    public void close() {
      logger.setLevel(level);
      logger.removeAppender(this);
    }
  }

  private static final class LoaderWithoutSlf4j extends ClassLoader {
    LoaderWithoutSlf4j() {
      super(DriverLogTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("org.slf4j.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith(DriverLog.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
