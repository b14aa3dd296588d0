package io.lagwatch.exporter.query;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks values of the state file. Each method throws an {@link IllegalArgumentException} that
 * names the invalid field. Times and durations that are too far away are rejected before, when the
 * file is read.
 */
public final class SavedField {
  private SavedField() {}

  /** Returns the value after checking that it is not null. */
  public static <T> T required(@Nullable T value, String field) {
    if (value == null) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return value;
  }

  /** Checks that a number is 0 or more, or null. */
  public static void notNegative(@Nullable Long value, String field) {
    if (value != null && value < 0) {
      throw new IllegalArgumentException(field + ": expected 0 or more, found " + value);
    }
  }

  /** Checks that every key has a value of 0 or more. */
  public static <K> void notNegative(@Nullable Map<K, ? extends Number> values, String field) {
    if (values != null) {
      values.forEach(
          (key, value) -> notNegative(required(value, field + " " + key).longValue(), field));
    }
  }

  /** Checks that a duration is not null and 0 or more. */
  public static void notNegative(@Nullable Duration value, String field) {
    if (required(value, field).isNegative()) {
      throw new IllegalArgumentException(field + ": expected 0 or more, found " + value);
    }
  }

  /** Checks that a number is finite, or null. */
  public static void finite(@Nullable Double value, String field) {
    if (value != null && !Double.isFinite(value)) {
      throw new IllegalArgumentException(field + ": expected a number, found " + value);
    }
  }

  /** Returns the list after checking that it is not null and contains no null. */
  public static <T> List<T> elements(@Nullable List<T> values, String field) {
    List<T> present = required(values, field);
    present.forEach(value -> required(value, field));
    return present;
  }

  /** Returns the enum constant with this name. */
  static <E extends Enum<E>> E named(Class<E> type, String name, String field) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(field + ": unknown value " + name);
  }
}
