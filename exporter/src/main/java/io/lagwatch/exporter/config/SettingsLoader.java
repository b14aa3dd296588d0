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
 * Reads the settings: a flag wins over the environment, that over the file, that over the default.
 * All of it is checked before anything is said, so that one start shows every problem. Reads the
 * settings file and nothing else.
 */
public final class SettingsLoader {
  private final Map<String, String> flags;
  private final Map<String, String> environment;

  /**
   * @param flags what was given on the command line, by flag as {@code --listen}
   * @param environment the variables of the process
   */
  public SettingsLoader(Map<String, String> flags, Map<String, String> environment) {
    this.flags = Map.copyOf(flags);
    this.environment = Map.copyOf(environment);
  }

  /** Reads and checks. */
  public Loaded load() {
    var forFile = new SettingsReader("", environment);
    var given = layered(Keys.CONFIG, null);
    var file = forFile.value(Keys.CONFIG, given);
    if (file == null) {
      return forFile.problems().isEmpty()
          ? read(forFile, Section.empty(forFile))
          : new Loaded.Bad(forFile.problems());
    }
    var reading = new SettingsReader(String.valueOf(file.getFileName()), environment);
    var root = SettingsFile.read(file, Objects.requireNonNull(given).key(), reading);
    return read(reading, root);
  }

  private Loaded read(SettingsReader reading, Section root) {
    knownKeys(root);
    var listen = reading.value(Keys.LISTEN, layered(Keys.LISTEN, root));
    var token = reading.value(Keys.TOKEN, layered(Keys.TOKEN, root));
    var stateFile = reading.value(Keys.STATE_FILE, layered(Keys.STATE_FILE, root));
    var record = layered(Keys.RECORD, root);
    var recordFile = reading.value(Keys.RECORD, record);
    if (recordFile != null && stateFile != null && whole(recordFile).equals(whole(stateFile))) {
      reading.problem(
          Objects.requireNonNull(record).key(),
          "another file than stateFile",
          DisplayText.quoted(record.text()),
          record.place());
    }
    var servers = layered(Keys.KAFKA, null);
    var clusters =
        servers == null
            ? KafkaSection.read(root.sections("kafka"), reading)
            : KafkaSection.single(reading.value(Keys.KAFKA, servers));
    var queries = QueriesSection.read(root.sections("queries"), reading);
    var partitionMetrics = partitionMetrics(reading, root);
    var retention = reading.value(Keys.RETENTION, layered(Keys.RETENTION, root));
    if (!reading.problems().isEmpty()) {
      return new Loaded.Bad(reading.problems());
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
            Objects.requireNonNull(retention)));
  }

  private static Path whole(Path file) {
    return file.toAbsolutePath().normalize();
  }

  private PartitionMetrics partitionMetrics(SettingsReader reading, Section root) {
    var mode = reading.value(Keys.PARTITION_METRICS, layered(Keys.PARTITION_METRICS, root));
    var limit = layered(Keys.PARTITION_METRICS_LIMIT, root);
    var most = reading.value(Keys.PARTITION_METRICS_LIMIT, limit);
    if (limit != null && mode != PartitionMetrics.Mode.WORST) {
      reading.problem(
          limit.key(),
          "partitionMetrics to be worst where this is set",
          "partitionMetrics: " + String.valueOf(mode).toLowerCase(Locale.ROOT),
          limit.place());
    }
    return new PartitionMetrics(
        Objects.requireNonNull(mode),
        (int) Math.min(Integer.MAX_VALUE, Objects.requireNonNull(most)));
  }

  private static void knownKeys(Section root) {
    var known = new ArrayList<>(Keys.TOP.stream().map(Key::name).toList());
    known.addAll(List.of("kafka", "queries"));
    var belongsUnder = new HashMap<String, String>();
    Keys.CLUSTER.forEach(key -> belongsUnder.put(key.name(), "kafka"));
    belongsUnder.put("properties", "kafka");
    QueriesSection.KNOWN.forEach(name -> belongsUnder.put(name, "queries"));
    root.knowsOnly(known, belongsUnder);
  }

  private @Nullable RawValue layered(Key<?> key, @Nullable Section root) {
    if (key.flag() != null && flags.containsKey(key.flag())) {
      return new RawValue(key.flag(), Objects.requireNonNull(flags.get(key.flag())), null);
    }
    var variable = key.env();
    var fromEnvironment = variable == null ? null : environment.get(variable);
    if (variable != null && fromEnvironment != null && !fromEnvironment.isEmpty()) {
      return new RawValue(variable, fromEnvironment, null);
    }
    return root == null ? null : root.given(key.name(), key.type().expected());
  }
}
