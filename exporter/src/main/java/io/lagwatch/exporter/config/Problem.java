package io.lagwatch.exporter.config;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with the settings. Holds no secret: where one may stand, {@code found}
 * says that it is not shown.
 *
 * @param key as {@code queries[0].quietPeriod}, {@code --listen} or {@code LAGWATCH_LISTEN}
 * @param place {@code lagwatch.yml:12}; null for flags and environment
 */
public record Problem(String key, String expected, String found, @Nullable String place) {
  /** {@code key: expected X, found Y (lagwatch.yml:12)}. */
  @Override
  public String toString() {
    return key
        + ": expected "
        + expected
        + ", found "
        + found
        + (place == null ? "" : " (" + place + ")");
  }
}
