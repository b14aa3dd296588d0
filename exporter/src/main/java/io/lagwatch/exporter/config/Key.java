package io.lagwatch.exporter.config;

import org.jspecify.annotations.Nullable;

/**
 * One key of the settings.
 *
 * @param name as in the file
 * @param standard the default as one would write it; null when there is none
 * @param meaning a sentence for the reference
 * @param flag null when the command line has none
 * @param env null when the environment has none
 */
record Key<T>(
    String name,
    ValueType<T> type,
    @Nullable String standard,
    String meaning,
    @Nullable String flag,
    @Nullable String env) {

  static <T> Key<T> of(String name, ValueType<T> type, @Nullable String standard, String meaning) {
    return new Key<>(name, type, standard, meaning, null, null);
  }

  Key<T> flag(String given) {
    return new Key<>(name, type, standard, meaning, given, env);
  }

  Key<T> env(String given) {
    return new Key<>(name, type, standard, meaning, flag, given);
  }

  /** The default, or null when there is none. */
  @Nullable T defaultValue() {
    return standard == null ? null : type.parse(standard);
  }
}
