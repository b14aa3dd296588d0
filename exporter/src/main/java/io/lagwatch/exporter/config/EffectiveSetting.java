package io.lagwatch.exporter.config;

/**
 * One setting as it applies, for the log and for {@code --print-settings}. Holds no secret.
 *
 * @param key as {@code listen}, {@code kafka[0].topics} or {@code queries[1].quietPeriod}
 * @param value as in the settings file, masked where it may be secret
 * @param origin {@code default}, a flag, an environment variable, or file and line
 * @param isDefault whether the value equals the default, even if it was set
 */
public record EffectiveSetting(String key, String value, String origin, boolean isDefault) {
  /** {@code retention: 7d (lagwatch.yml:12)}. */
  @Override
  public String toString() {
    return key + ": " + value + " (" + origin + ")";
  }
}
