package io.lagwatch.demo.environment;

import io.lagwatch.testbed.OwnedProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prometheus in its own process, if it is installed, with the rules of {@code alerts/}. */
public final class Prometheus {
  private Prometheus() {}

  /** Returns the program on the path; empty if it is not installed. */
  public static Optional<Path> binary() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "prometheus"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts Prometheus. It scrapes the exporter every second.
   *
   * @param binary see {@link #binary()}
   * @param port port on the loopback interface
   * @param more further lines of its configuration, such as {@code alerting:}; may be empty
   * @param folder folder for its configuration, its data and its log
   */
  public static OwnedProcess start(
      Path binary, int port, int exporterPort, List<Path> rules, String more, Path folder)
      throws IOException {
    Path file = Files.createDirectories(folder).resolve("prometheus.yml");
    Files.writeString(
        file,
        """
        global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
        rule_files: [%s]
        scrape_configs:
          - job_name: lagwatch
            static_configs: [{targets: ["127.0.0.1:%d"]}]
        %s\
        """
            .formatted(
                rules.stream()
                    .map(rule -> '"' + rule.toString() + '"')
                    .collect(Collectors.joining(", ")),
                exporterPort,
                more));
    List<String> command =
        List.of(
            binary.toString(),
            "--config.file=" + file,
            "--storage.tsdb.path=" + folder.resolve("prometheus-data"),
            "--web.listen-address=127.0.0.1:" + port,
            "--log.level=warn");
    return OwnedProcess.start("Prometheus", folder.resolve("prometheus.log"), command);
  }
}
