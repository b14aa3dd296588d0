package io.lagwatch.exporter.config;

import org.jspecify.annotations.Nullable;

/**
 * The text of a value before it is parsed.
 *
 * @param key the key of the file, the flag or the environment variable, as in a {@link Problem}
 * @param origin as in {@link EffectiveSetting}: {@code flag --listen}, {@code environment
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
