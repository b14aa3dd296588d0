package io.lagwatch.listener;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logging through the slf4j that Spark brings. A broken logging set-up must not reach Spark either,
 * so nothing leaves these methods; there is no place left to report it to.
 */
final class Log {
  private Log() {}

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

  /** Apart, so that a failing slf4j fails inside the methods above. */
  private static final class Slf4j {
    static final Logger LOGGER = LoggerFactory.getLogger(LagwatchListener.class);
  }
}
