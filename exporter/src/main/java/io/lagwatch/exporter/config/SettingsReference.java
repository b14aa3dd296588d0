package io.lagwatch.exporter.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every key there is, for the table in the documentation, the help text and the test of both. */
public final class SettingsReference {
  private SettingsReference() {}

  /**
   * One key.
   *
   * @param key as {@code listen}, {@code kafka[].topics} or {@code queries[].quietPeriod}
   * @param type what its value may be
   * @param standard the default as one would write it; null when there is none
   * @param flag on the command line, or null
   * @param env the environment variable, or null
   */
  public record Row(
      String key,
      String type,
      @Nullable String standard,
      String meaning,
      @Nullable String flag,
      @Nullable String env) {}

  /** All keys, in the order of the file. */
  public static List<Row> rows() {
    var rows = new ArrayList<Row>();
    rows.add(row("", Keys.CONFIG));
    Keys.TOP.forEach(key -> rows.add(row("", key)));
    rows.add(row("", Keys.KAFKA));
    Keys.CLUSTER.forEach(key -> rows.add(row("kafka[].", key)));
    rows.add(
        new Row(
            "kafka[].properties",
            "keys of the Kafka client with their values",
            null,
            "for the Kafka client, as they are: security.protocol, sasl.jaas.config, …",
            null,
            null));
    rows.add(row("queries[].", QueryKeys.MATCH));
    rows.add(row("queries[].", QueryKeys.APP));
    QueryKeys.THRESHOLDS.forEach(key -> rows.add(row("queries[].", key)));
    return List.copyOf(rows);
  }

  private static Row row(String prefix, Key<?> key) {
    return new Row(
        prefix + key.name(),
        key.type().expected(),
        key.standard(),
        key.meaning(),
        key.flag(),
        key.env());
  }
}
