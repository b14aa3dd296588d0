package io.lagwatch.exporter.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All keys of the settings, for the documentation and the help text. */
public final class SettingsReference {
  private SettingsReference() {}

  /**
   * One key.
   *
   * @param key as {@code listen}, {@code kafka[].topics} or {@code queries[].quietPeriod}
   * @param type the valid values
   * @param defaultText the default as in the file; null when there is none
   * @param flag on the command line, or null
   * @param env the environment variable, or null
   */
  public record ReferenceRow(
      String key,
      String type,
      @Nullable String defaultText,
      String description,
      @Nullable String flag,
      @Nullable String env) {}

  /** All keys, in the order of the file. */
  public static List<ReferenceRow> rows() {
    var rows = new ArrayList<ReferenceRow>();
    rows.add(row("", SettingKeys.CONFIG));
    SettingKeys.TOP.forEach(key -> rows.add(row("", key)));
    rows.add(row("", SettingKeys.KAFKA));
    SettingKeys.CLUSTER.forEach(key -> rows.add(row("kafka[].", key)));
    rows.add(
        new ReferenceRow(
            "kafka[].properties",
            "properties of the Kafka client with their values",
            null,
            "properties for the Kafka client, such as security.protocol or sasl.jaas.config",
            null,
            null));
    rows.add(row("queries[].", QueryKeys.MATCH));
    rows.add(row("queries[].", QueryKeys.APP));
    rows.add(row("queries[].", QueryKeys.KAFKA));
    QueryKeys.THRESHOLDS.forEach(key -> rows.add(row("queries[].", key)));
    return List.copyOf(rows);
  }

  private static ReferenceRow row(String prefix, SettingKey<?> key) {
    return new ReferenceRow(
        prefix + key.name(),
        key.type().expected(),
        key.defaultText(),
        key.description(),
        key.flag(),
        key.env());
  }
}
