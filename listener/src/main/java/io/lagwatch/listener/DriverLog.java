package io.lagwatch.listener;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs with the slf4j on Spark's class path. No method throws: a broken logging configuration must
 * not affect Spark, and there is nowhere else to report it.
 */
final class DriverLog {
  /** A string and not the class, because the listener depends on this class. */
  static final String NAME = "io.lagwatch.listener.LagwatchListener";

  private DriverLog() {}

  static void warn(String message) {
    try {
      Slf4j.LOGGER.warn("Lagwatch: {}", message);
    } catch (Throwable unloggable) {
      // See the class comment.
    }
  }

  static void warn(String message, Throwable cause) {
    try {
      Slf4j.LOGGER.warn("Lagwatch: " + message, cause);
    } catch (Throwable unloggable) {
      // See the class comment.
    }
  }

  static void info(String message) {
    try {
      Slf4j.LOGGER.info("Lagwatch: {}", message);
    } catch (Throwable unloggable) {
      // See the class comment.
    }
  }

  static void debug(String message) {
    try {
      Slf4j.LOGGER.debug("Lagwatch: {}", message);
    } catch (Throwable unloggable) {
      // See the class comment.
    }
  }

  /** A class of its own, so that an error of slf4j's start occurs inside the methods above. */
  private static final class Slf4j {
    static final Logger LOGGER = LoggerFactory.getLogger(NAME);
  }
}
