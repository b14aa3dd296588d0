package io.lagwatch.exporter.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Loads the settings. Precedence: command-line flag, environment variable, settings file, default.
 * Reports all problems together. Reads the settings file and nothing else.
 */
public final class SettingsLoader {
  private final Map<String, String> flags;
  private final Map<String, String> environment;

  /**
   * @param flags values of the command line, by flag as {@code --listen}
   * @param environment the variables of the process
   */
  public SettingsLoader(Map<String, String> flags, Map<String, String> environment) {
    this.flags = Map.copyOf(flags);
    this.environment = Map.copyOf(environment);
  }

  /** Reads and checks all settings. */
  public Loaded load() {
    var config = rawValue(SettingKeys.CONFIG, null);
    var file = config == null ? null : SettingKeys.CONFIG.type().parse(config.text());
    var fileName = file == null ? "" : String.valueOf(file.getFileName());
    var reader = new SettingsReader(fileName, environment);
    reader.value(SettingKeys.CONFIG.name(), SettingKeys.CONFIG, config);
    if (file != null) {
      return read(reader, SettingsFile.read(file, Objects.requireNonNull(config).key(), reader));
    }
    return reader.problems().isEmpty()
        ? read(reader, Section.empty(reader))
        : new Loaded.Bad(reader.problems());
  }

  private Loaded read(SettingsReader reader, Section root) {
    rejectUnknownKeys(root);
    var listen = value(SettingKeys.LISTEN, root, reader);
    var token = value(SettingKeys.TOKEN, root, reader);
    var stateFile = value(SettingKeys.STATE_FILE, root, reader);
    var recordFile = recordFile(stateFile, root, reader);
    var partitionMetrics = partitionMetrics(root, reader);
    var retention = value(SettingKeys.RETENTION, root, reader);
    var clusters = clusters(root, reader);
    var queries =
        QueriesSection.read(
            root.sections("queries"), clusters.stream().map(KafkaCluster::name).toList(), reader);
    if (!reader.problems().isEmpty()) {
      return new Loaded.Bad(reader.problems());
    }
    return new Loaded.Good(
        new Settings(
            Objects.requireNonNull(listen),
            token,
            stateFile,
            recordFile,
            clusters,
            queries,
            partitionMetrics,
            Objects.requireNonNull(retention)),
        reader.effective());
  }

  private <T> @Nullable T value(SettingKey<T> key, Section root, SettingsReader reader) {
    return reader.value(key.name(), key, rawValue(key, root));
  }

  private @Nullable Path recordFile(@Nullable Path stateFile, Section root, SettingsReader reader) {
    var given = rawValue(SettingKeys.RECORD, root);
    var file = reader.value(SettingKeys.RECORD.name(), SettingKeys.RECORD, given);
    if (given != null
        && file != null
        && stateFile != null
        && absolute(file).equals(absolute(stateFile))) {
      reader.problem(
          given.key(),
          DisplayText.quoted(given.text()) + " is the stateFile too; choose another file",
          given.place());
    }
    return file;
  }

  private static Path absolute(Path file) {
    return file.toAbsolutePath().normalize();
  }

  private List<KafkaCluster> clusters(Section root, SettingsReader reader) {
    var servers = rawValue(SettingKeys.KAFKA, null);
    return servers == null
        ? KafkaSection.read(root.sections("kafka"), reader)
        : KafkaSection.single(reader.value(SettingKeys.KAFKA.name(), SettingKeys.KAFKA, servers));
  }

  private PartitionMetrics partitionMetrics(Section root, SettingsReader reader) {
    var mode = value(SettingKeys.PARTITION_METRICS, root, reader);
    var limit = rawValue(SettingKeys.PARTITION_METRICS_LIMIT, root);
    var worst =
        reader.value(
            SettingKeys.PARTITION_METRICS_LIMIT.name(), SettingKeys.PARTITION_METRICS_LIMIT, limit);
    if (limit != null && mode != PartitionMetrics.Mode.WORST) {
      reader.problem(
          limit.key(),
          "has no effect with partitionMetrics: %s; set partitionMetrics: worst, or remove it"
              .formatted(String.valueOf(mode).toLowerCase(Locale.ROOT)),
          limit.place());
    }
    return new PartitionMetrics(
        Objects.requireNonNull(mode),
        (int) Math.min(Integer.MAX_VALUE, Objects.requireNonNull(worst)));
  }

  private static void rejectUnknownKeys(Section root) {
    var known = new ArrayList<>(SettingKeys.TOP.stream().map(SettingKey::name).toList());
    known.addAll(List.of("kafka", "queries"));
    var belongsUnder = new HashMap<String, String>();
    SettingKeys.CLUSTER.forEach(key -> belongsUnder.put(key.name(), "kafka"));
    belongsUnder.put("properties", "kafka");
    QueriesSection.KNOWN.forEach(name -> belongsUnder.put(name, "queries"));
    root.rejectUnknownKeys(known, belongsUnder);
  }

  /** The text that takes precedence, or null when none was given. */
  private @Nullable RawValue rawValue(SettingKey<?> key, @Nullable Section root) {
    if (key.flag() != null && flags.containsKey(key.flag())) {
      return RawValue.ofFlag(key.flag(), Objects.requireNonNull(flags.get(key.flag())));
    }
    var variable = key.env();
    var fromEnvironment = variable == null ? null : environment.get(variable);
    if (variable != null && fromEnvironment != null && !fromEnvironment.isEmpty()) {
      return RawValue.ofEnvironment(variable, fromEnvironment);
    }
    return root == null ? null : root.rawValue(key.name(), key.type().expected());
  }
}
