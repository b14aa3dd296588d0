package io.lagwatch.demo.environment;

import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The exporter in its own process: {@code java -jar lagwatch-exporter.jar --config …}. */
public final class ExporterProcess {
  private ExporterProcess() {}

  /** The JVM options of the start script. */
  public static final List<String> README_OPTIONS =
      List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** Starts the exporter with the JVM options of the start script; see the next method. */
  public static OwnedProcess start(BuildArtifacts artifacts, int port, String settings, Path folder)
      throws IOException {
    return start(artifacts, README_OPTIONS, port, settings, folder);
  }

  /**
   * Writes the exporter's settings and starts it. It is ready when {@code /readyz} answers.
   *
   * @param jvm JVM options
   * @param port port on the loopback interface
   * @param settings further lines of the settings file, such as {@code kafka:}
   * @param folder folder for its settings, its state file and its log
   */
  public static OwnedProcess start(
      BuildArtifacts artifacts, List<String> jvm, int port, String settings, Path folder)
      throws IOException {
    Path file = Files.createDirectories(folder).resolve("lagwatch.yml");
    Files.writeString(
        file,
        "listen: 127.0.0.1:%d%nstateFile: %s%n%s"
            .formatted(port, folder.resolve("lagwatch-state.json"), settings));
    List<String> command =
        new JavaCommand()
            .with(jvm)
            .with("-jar", artifacts.exporterJar().toString(), "--config", file.toString())
            .words();
    return OwnedProcess.start("exporter", folder.resolve("exporter.log"), command);
  }
}
