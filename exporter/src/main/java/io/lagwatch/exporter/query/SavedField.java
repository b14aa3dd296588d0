package io.lagwatch.exporter.query;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks of what the state file contains; each names the field that is wrong. */
final class SavedField {
  private SavedField() {}

  static <T> T required(@Nullable T value, String field) {
    if (value == null) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return value;
  }

  static void notNegative(@Nullable Long value, String field) {
    if (value != null && value < 0) {
      throw new IllegalArgumentException(field + ": expected 0 or more, found " + value);
    }
  }

  /** Checks that every key has a value of 0 or more. */
  static <K> void notNegative(@Nullable Map<K, ? extends Number> values, String field) {
    if (values != null) {
      values.forEach(
          (key, value) -> notNegative(required(value, field + " " + key).longValue(), field));
    }
  }

  /** The constant of an enum with this name. */
  static <E extends Enum<E>> E named(Class<E> type, String name, String field) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(field + ": unknown value " + name);
  }
}
