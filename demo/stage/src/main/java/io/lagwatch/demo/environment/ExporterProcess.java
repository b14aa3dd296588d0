package io.lagwatch.demo.environment;

import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The exporter in a process of its own: {@code java -jar lagwatch-exporter.jar --config …}. */
public final class ExporterProcess {
  private ExporterProcess() {}

  /** The options of the virtual machine that the README gives. */
  public static final List<String> README_OPTIONS =
      List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** Starts it as the next method does, with the options that the README gives. */
  public static OwnedProcess start(BuildArtifacts artifacts, int port, String settings, Path folder)
      throws IOException {
    return start(artifacts, README_OPTIONS, port, settings, folder);
  }

  /**
   * Writes its settings and starts it; it is ready once {@code /readyz} answers.
   *
   * @param jvm options of its virtual machine
   * @param port on the loopback interface
   * @param settings more lines of the settings file, {@code kafka:} and what else is wanted
   * @param folder for its settings, its state file and its log
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
