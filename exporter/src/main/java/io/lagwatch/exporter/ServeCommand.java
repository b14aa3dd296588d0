package io.lagwatch.exporter;

import io.lagwatch.exporter.config.Loaded;
import io.lagwatch.exporter.config.Settings;
import io.lagwatch.exporter.config.SettingsLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the exporter. Exit code 2 when the settings are wrong, each problem on a line. */
@Command(
    name = "lagwatch-exporter",
    description = "Watches Spark Structured Streaming queries from outside.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class ServeCommand implements Callable<Integer> {
  static final int WRONG_SETTINGS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  private final Exporter exporter;
  private final Map<String, String> environment;

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--config", paramLabel = "FILE", description = "the settings file, YAML or JSON")
  private @Nullable Path config;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT,…",
      description = "the brokers, where one cluster is all there is")
  private @Nullable String kafka;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "where to listen, 0.0.0.0:9877 unless given")
  private @Nullable String listen;

  @Option(
      names = "--state-file",
      paramLabel = "FILE",
      description = "keeps totals, positions and alerts across restarts")
  private @Nullable Path stateFile;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "appends every report and poll, for a replay")
  private @Nullable Path record;

  @Option(names = "--check-settings", description = "says whether the settings are well, and ends")
  private boolean checkOnly;

  ServeCommand(Exporter exporter, Map<String, String> environment) {
    this.exporter = exporter;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var loaded = new SettingsLoader(flags(), environment).load();
    if (loaded instanceof Loaded.Bad bad) {
      bad.problems().forEach(problem -> commandLine().getErr().println(problem));
      return WRONG_SETTINGS;
    }
    var settings = ((Loaded.Good) loaded).settings();
    if (checkOnly) {
      commandLine().getOut().println("The settings are well.");
      return 0;
    }
    tell(settings);
    return exporter.run(settings);
  }

  private static void tell(Settings settings) {
    if (settings.token() == null) {
      LOG.info("No token is set: reports are taken from this host alone");
    }
    if (settings.kafka().isEmpty()) {
      LOG.info("No Kafka cluster is set: lag is what Spark says of it, and stands still with it");
    }
  }

  private CommandLine commandLine() {
    return Objects.requireNonNull(spec).commandLine();
  }

  private Map<String, String> flags() {
    var flags = new HashMap<String, String>();
    put(flags, "--config", config);
    put(flags, "--kafka", kafka);
    put(flags, "--listen", listen);
    put(flags, "--state-file", stateFile);
    put(flags, "--record", record);
    return flags;
  }

  private static void put(Map<String, String> flags, String flag, @Nullable Object value) {
    if (value != null) {
      flags.put(flag, value.toString());
    }
  }
}
