package io.lagwatch.exporter.config;

import io.lagwatch.exporter.text.Secrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;

/** Reads the entries under {@code kafka:}. */
final class KafkaSection {
  private static final List<String> KNOWN =
      Stream.concat(SettingKeys.CLUSTER.stream().map(SettingKey::name), Stream.of("properties"))
          .toList();
  private static final Duration MAX_POLL_INTERVAL = Duration.ofHours(1);

  /** Client properties that are keys of an entry, by the client's name. */
  private static final Map<String, String> KEYS_OF_ENTRY =
      Map.of("bootstrap.servers", "bootstrapServers", "isolation.level", "isolation");

  /** Includes those of a consumer, because people copy its properties. */
  private static final List<String> CLIENT =
      Stream.concat(AdminClientConfig.configNames().stream(), ConsumerConfig.configNames().stream())
          .distinct()
          .sorted()
          .toList();

  private KafkaSection() {}

  /** The cluster of {@code --kafka}; none when its value is invalid. */
  static List<KafkaCluster> single(@Nullable String servers) {
    return servers == null
        ? List.of()
        : List.of(
            KafkaCluster.of(
                Objects.requireNonNull(SettingKeys.KAFKA_NAME.defaultValue()), servers));
  }

  static List<KafkaCluster> read(List<Section> sections, SettingsReader reader) {
    var clusters = new ArrayList<KafkaCluster>();
    var names = new HashMap<String, String>();
    for (var section : sections) {
      section.rejectUnknownKeys(KNOWN, Map.of());
      var name = name(section, names, reader);
      var servers = section.value(SettingKeys.KAFKA_SERVERS);
      if (!section.has(SettingKeys.KAFKA_SERVERS.name())) {
        reader.problem(
            section.key(SettingKeys.KAFKA_SERVERS.name()),
            "missing; expected " + SettingKeys.KAFKA_SERVERS.type().expected(),
            section.place());
      }
      clusters.add(
          new KafkaCluster(
              name,
              servers == null ? "" : servers,
              Objects.requireNonNull(section.value(SettingKeys.KAFKA_TOPICS)),
              properties(section.texts("properties"), reader),
              pollInterval(section, reader),
              Objects.requireNonNull(section.value(SettingKeys.KAFKA_ISOLATION)),
              aliases(section)));
    }
    return clusters;
  }

  private static List<String> aliases(Section section) {
    var aliases = section.list(SettingKeys.KAFKA_ALIASES);
    return aliases == null ? List.of() : List.of(aliases.split(","));
  }

  private static String name(Section section, Map<String, String> names, SettingsReader reader) {
    var name = Objects.requireNonNull(section.value(SettingKeys.KAFKA_NAME));
    var first = names.putIfAbsent(name, section.path());
    if (first != null) {
      reader.problem(
          section.key(SettingKeys.KAFKA_NAME.name()),
          "%s is already the name of %s".formatted(DisplayText.quoted(name), first),
          section.place(SettingKeys.KAFKA_NAME.name()));
    }
    return name;
  }

  private static Duration pollInterval(Section section, SettingsReader reader) {
    var interval = Objects.requireNonNull(section.value(SettingKeys.KAFKA_POLL_INTERVAL));
    if (interval.compareTo(KafkaCluster.SHORTEST_POLL_INTERVAL) >= 0
        && interval.compareTo(MAX_POLL_INTERVAL) <= 0) {
      return interval;
    }
    reader.unexpected(
        section.key(SettingKeys.KAFKA_POLL_INTERVAL.name()),
        "a duration from "
            + DurationText.of(KafkaCluster.SHORTEST_POLL_INTERVAL)
            + " to "
            + DurationText.of(MAX_POLL_INTERVAL),
        DurationText.of(interval),
        section.place(SettingKeys.KAFKA_POLL_INTERVAL.name()));
    return Objects.requireNonNull(SettingKeys.KAFKA_POLL_INTERVAL.defaultValue());
  }

  private static Map<String, String> properties(
      Map<String, RawValue> given, SettingsReader reader) {
    var properties = new TreeMap<String, String>();
    new TreeMap<>(given)
        .forEach(
            (name, value) -> {
              reader.addProperty(value, isSecret(name));
              var key = KEYS_OF_ENTRY.get(name);
              if (key != null) {
                reader.problem(
                    value.key(), "not allowed here; set " + key + " of the cluster", value.place());
              } else {
                properties.put(name, value.text());
                checkSpelling(name, value, reader);
              }
            });
    checkWithClient(properties, given, reader);
    return properties;
  }

  /** Plug-ins of the client have their own properties, so an unknown name is valid. */
  private static void checkSpelling(String name, RawValue value, SettingsReader reader) {
    if (CLIENT.contains(name)) {
      return;
    }
    var hint = SpellingHint.hint(name, CLIENT, Map.of());
    if (!hint.isEmpty()) {
      reader.problem(value.key(), "not a property of the Kafka client" + hint, value.place());
    }
  }

  private static void checkWithClient(
      Map<String, String> properties, Map<String, RawValue> given, SettingsReader reader) {
    var checked = new HashMap<>(properties);
    checked.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
    for (var result : AdminClientConfig.configDef().validate(checked)) {
      var value = given.get(result.name());
      if (value != null && !result.errorMessages().isEmpty()) {
        var reason =
            isSecret(result.name())
                ? "the value is not shown"
                : DisplayText.line(Secrets.masked(result.errorMessages().get(0)), 200);
        reader.problem(value.key(), "the Kafka client rejects the value: " + reason, value.place());
      }
    }
  }

  private static boolean isSecret(String name) {
    var definition = AdminClientConfig.configDef().configKeys().get(name);
    return Secrets.isSecretName(name)
        || (definition != null && definition.type == ConfigDef.Type.PASSWORD);
  }
}
