package io.lagwatch.exporter.config;

import org.jspecify.annotations.Nullable;

/**
 * The text of a value before it is parsed.
 *
 * @param key as a problem names it: a key of the file, a flag or an environment variable
 * @param origin as the effective settings name it: {@code flag --listen}, {@code environment
 *     LAGWATCH_LISTEN}, {@code lagwatch.yml:3}
 * @param place file and line; null for flags and environment
 */
record RawValue(String key, String text, String origin, @Nullable String place) {
  static RawValue ofFlag(String flag, String text) {
    return new RawValue(flag, text, "flag " + flag, null);
  }

  static RawValue ofEnvironment(String variable, String text) {
    return new RawValue(variable, text, "environment " + variable, null);
  }

  static RawValue ofFile(String key, String text, String place) {
    return new RawValue(key, text, place, place);
  }
}
