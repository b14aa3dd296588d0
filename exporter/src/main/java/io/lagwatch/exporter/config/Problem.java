package io.lagwatch.exporter.config;

import org.jspecify.annotations.Nullable;

/**
 * One problem of the settings. Holds no secret: where a value may be one, the message says that it
 * is not shown.
 *
 * @param key as {@code queries[0].quietPeriod}, {@code --listen} or {@code LAGWATCH_LISTEN}
 * @param message what is wrong, with the value, and what to do
 * @param place {@code lagwatch.yml:12}; null for flags and environment
 */
public record Problem(String key, String message, @Nullable String place) {
  /** {@code key: message (lagwatch.yml:12)}. */
  @Override
  public String toString() {
    return key + ": " + message + (place == null ? "" : " (" + place + ")");
  }
}
