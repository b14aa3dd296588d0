package io.lagwatch.exporter;

import io.lagwatch.exporter.config.Loaded;
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

/**
 * Runs the exporter. If settings are invalid, it prints one line per problem and exits with code 2.
 */
@Command(
    name = "lagwatch-exporter",
    description = {
      "Measures the Kafka lag of Spark Structured Streaming queries.",
      "Without a command, the exporter starts. It runs until it is stopped."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class ServeCommand implements Callable<Integer> {
  static final int INVALID_SETTINGS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  private final Exporter exporter;
  private final Map<String, String> environment;

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--config", paramLabel = "FILE", description = "settings file, YAML or JSON")
  private @Nullable Path config;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT,…",
      description = "bootstrap servers, when there is only one Kafka cluster")
  private @Nullable String kafka;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "address and port to listen on, 0.0.0.0:9877 by default")
  private @Nullable String listen;

  @Option(
      names = "--state-file",
      paramLabel = "FILE",
      description = "file that keeps totals, positions and alerts across restarts")
  private @Nullable Path stateFile;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "file to which every report and poll is appended, for replay")
  private @Nullable Path record;

  @Option(names = "--check-settings", description = "check the settings and exit")
  private boolean checkOnly;

  @Option(
      names = "--print-settings",
      description = "print all settings with their origin, secrets masked, and exit")
  private boolean printOnly;

  ServeCommand(Exporter exporter, Map<String, String> environment) {
    this.exporter = exporter;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var loaded = new SettingsLoader(flags(), environment).load();
    if (loaded instanceof Loaded.Bad bad) {
      bad.problems().forEach(problem -> commandLine().getErr().println(problem));
      return INVALID_SETTINGS;
    }
    var good = (Loaded.Good) loaded;
    if (printOnly) {
      good.effective().forEach(commandLine().getOut()::println);
      return 0;
    }
    if (checkOnly) {
      commandLine().getOut().println("Settings OK.");
      return 0;
    }
    log(good);
    return exporter.run(good.settings());
  }

  private static void log(Loaded.Good loaded) {
    for (var setting : loaded.effective()) {
      if (!setting.isDefault()) {
        LOG.info("Setting {}", setting);
      }
    }
    if (loaded.settings().token() == null) {
      LOG.info("No token configured: reports are accepted from this host only");
    }
    if (loaded.settings().kafka().isEmpty()) {
      LOG.info(
          "No Kafka cluster configured: using the lag that Spark reports, which is not updated"
              + " between batches");
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
