package io.lagwatch.exporter.config;

import org.jspecify.annotations.Nullable;

/**
 * One key of the settings.
 *
 * @param name as in the file
 * @param defaultText the default as in the file; null when there is none
 * @param description a sentence for the reference
 * @param flag null when it cannot be set on the command line
 * @param env null when it cannot be set by an environment variable
 */
record SettingKey<T>(
    String name,
    ValueType<T> type,
    @Nullable String defaultText,
    String description,
    @Nullable String flag,
    @Nullable String env) {

  static <T> SettingKey<T> of(
      String name, ValueType<T> type, @Nullable String defaultText, String description) {
    return new SettingKey<>(name, type, defaultText, description, null, null);
  }

  SettingKey<T> flag(String flag) {
    return new SettingKey<>(name, type, defaultText, description, flag, env);
  }

  SettingKey<T> env(String env) {
    return new SettingKey<>(name, type, defaultText, description, flag, env);
  }

  /** The default, or null when there is none. */
  @Nullable T defaultValue() {
    return defaultText == null ? null : type.parse(defaultText);
  }
}
