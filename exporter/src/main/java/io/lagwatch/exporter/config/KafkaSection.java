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
      Stream.concat(Keys.CLUSTER.stream().map(Key::name), Stream.of("properties")).toList();
  private static final Duration LONGEST_POLL_INTERVAL = Duration.ofHours(1);

  /** What an entry says itself, by the client's name for it. */
  private static final Map<String, String> OURS =
      Map.of("bootstrap.servers", "bootstrapServers", "isolation.level", "isolation");

  /** A consumer's are no fault: people copy the properties of one. */
  private static final List<String> CLIENT =
      Stream.concat(AdminClientConfig.configNames().stream(), ConsumerConfig.configNames().stream())
          .distinct()
          .sorted()
          .toList();

  private KafkaSection() {}

  /** The one cluster of {@code --kafka}, none when that could not be read. */
  static List<KafkaCluster> single(@Nullable String servers) {
    return servers == null
        ? List.of()
        : List.of(KafkaCluster.of(Objects.requireNonNull(Keys.KAFKA_NAME.defaultValue()), servers));
  }

  static List<KafkaCluster> read(List<Section> sections, SettingsReader reading) {
    var clusters = new ArrayList<KafkaCluster>();
    var names = new HashMap<String, String>();
    var patterns = new HashMap<String, String>();
    for (var section : sections) {
      section.knowsOnly(KNOWN, Map.of());
      var name = own(section, Keys.KAFKA_NAME, "a name of its own", names, reading);
      var topics =
          own(
              section,
              Keys.KAFKA_TOPICS,
              "topics that no entry before it takes",
              patterns,
              reading);
      var servers = section.value(Keys.KAFKA_SERVERS);
      if (!section.has(Keys.KAFKA_SERVERS.name())) {
        reading.problem(
            section.key(Keys.KAFKA_SERVERS.name()),
            Keys.KAFKA_SERVERS.type().expected(),
            "nothing",
            section.place());
      }
      clusters.add(
          new KafkaCluster(
              name,
              servers == null ? "" : servers,
              topics,
              properties(section.texts("properties"), reading),
              pollInterval(section, reading),
              Objects.requireNonNull(section.value(Keys.KAFKA_ISOLATION))));
    }
    return clusters;
  }

  private static Duration pollInterval(Section section, SettingsReader reading) {
    var interval = Objects.requireNonNull(section.value(Keys.KAFKA_POLL_INTERVAL));
    if (interval.compareTo(KafkaCluster.SHORTEST_POLL_INTERVAL) >= 0
        && interval.compareTo(LONGEST_POLL_INTERVAL) <= 0) {
      return interval;
    }
    reading.problem(
        section.key(Keys.KAFKA_POLL_INTERVAL.name()),
        "a duration from "
            + DurationText.of(KafkaCluster.SHORTEST_POLL_INTERVAL)
            + " to "
            + DurationText.of(LONGEST_POLL_INTERVAL),
        DurationText.of(interval),
        section.place(Keys.KAFKA_POLL_INTERVAL.name()));
    return Objects.requireNonNull(Keys.KAFKA_POLL_INTERVAL.defaultValue());
  }

  /** A value that no earlier entry has, nor takes away with a pattern for all topics. */
  private static <T> T own(
      Section section,
      Key<T> key,
      String expected,
      Map<String, String> seen,
      SettingsReader reading) {
    int before = reading.problems().size();
    var value = Objects.requireNonNull(section.value(key));
    if (reading.problems().size() > before) {
      return value;
    }
    var takenBy = seen.get(String.valueOf(Keys.KAFKA_TOPICS.defaultValue()));
    var first = seen.putIfAbsent(value.toString(), section.path());
    if (first != null || takenBy != null) {
      reading.problem(
          section.key(key.name()),
          expected,
          DisplayText.quoted(value.toString()) + " behind " + (first != null ? first : takenBy),
          section.place(key.name()));
    }
    return value;
  }

  private static Map<String, String> properties(
      Map<String, RawValue> given, SettingsReader reading) {
    var properties = new TreeMap<String, String>();
    given.forEach(
        (key, value) -> {
          if (OURS.containsKey(key)) {
            reading.problem(
                value.key(), "this to be said by " + OURS.get(key), "it here", value.place());
          } else {
            properties.put(key, value.text());
            mistyped(key, value, reading);
          }
        });
    checkedByTheClient(properties, given, reading);
    return properties;
  }

  /** Plug-ins of the client have properties of their own, so only what looks mistyped is wrong. */
  private static void mistyped(String key, RawValue value, SettingsReader reading) {
    if (CLIENT.contains(key)) {
      return;
    }
    var hint = SpellingHint.hint(key, CLIENT, Map.of());
    if (!hint.isEmpty()) {
      reading.problem(value.key(), "a property of the Kafka client", "none" + hint, value.place());
    }
  }

  private static void checkedByTheClient(
      Map<String, String> properties, Map<String, RawValue> given, SettingsReader reading) {
    var checked = new HashMap<>(properties);
    checked.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
    var types = AdminClientConfig.configDef().configKeys();
    for (var result : AdminClientConfig.configDef().validate(checked)) {
      var at = given.get(result.name());
      if (at != null && !result.errorMessages().isEmpty()) {
        var type = types.get(result.name());
        boolean secret =
            Secrets.isSecretName(result.name())
                || type != null && type.type == ConfigDef.Type.PASSWORD;
        reading.problem(
            at.key(),
            "what the Kafka client takes",
            secret
                ? "a value that is not shown"
                : DisplayText.line(Secrets.masked(result.errorMessages().get(0)), 200),
            at.place());
      }
    }
  }
}
