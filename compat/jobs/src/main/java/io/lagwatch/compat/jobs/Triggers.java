package io.lagwatch.compat.jobs;

import org.apache.spark.sql.streaming.Trigger;

/**
 * Creates triggers from text: {@code AvailableNow}, {@code Once}, {@code Continuous 1 second},
 * {@code RealTime 5 seconds}, or the interval of a processing-time trigger such as {@code 1
 * second}.
 */
final class Triggers {
  private static final String CONTINUOUS = "Continuous ";
  private static final String REAL_TIME = "RealTime ";

  private Triggers() {}

  @SuppressWarnings("deprecation") // Once is to be seen too
  static Trigger of(String text) {
    if (text.startsWith(CONTINUOUS)) {
      return Trigger.Continuous(text.substring(CONTINUOUS.length()));
    }
    if (text.startsWith(REAL_TIME)) {
      return realTime(text.substring(REAL_TIME.length()));
    }
    return switch (text) {
      case "AvailableNow" -> Trigger.AvailableNow();
      case "Once" -> Trigger.Once();
      default -> Trigger.ProcessingTime(text);
    };
  }

  /** Calls the method by reflection, because it exists from Spark 4.1 on. */
  private static Trigger realTime(String interval) {
    try {
      return (Trigger) Trigger.class.getMethod("RealTime", String.class).invoke(null, interval);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("RealTime: expected Spark 4.1 or newer", e);
    }
  }
}
