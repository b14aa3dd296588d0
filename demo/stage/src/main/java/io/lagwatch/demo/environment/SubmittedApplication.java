package io.lagwatch.demo.environment;

import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Spark application that Spark's own {@code SparkSubmit} starts, with the listener attached as
 * the README describes. Driver and executor are one process.
 *
 * @param name name of the application, the label {@code app}
 * @param mainClass the main class
 * @param jar the jar of the main class
 * @param conf further settings of Spark
 * @param arguments arguments of the main class
 */
public record SubmittedApplication(
    String name, String mainClass, Path jar, Map<String, String> conf, List<String> arguments) {
  public SubmittedApplication {
    conf = Map.copyOf(conf);
    arguments = List.copyOf(arguments);
  }

  /**
   * Starts the application.
   *
   * @param endpoint address to which the listener sends reports
   * @param folder folder for its log
   */
  public OwnedProcess start(BuildArtifacts artifacts, String endpoint, Path folder)
      throws IOException {
    Map<String, String> settings = new TreeMap<>(conf);
    settings.put(
        "spark.sql.streaming.streamingQueryListeners", "io.lagwatch.listener.LagwatchListener");
    settings.put("spark.lagwatch.endpoint", endpoint);
    settings.put("spark.ui.enabled", "false");
    settings.put("spark.sql.shuffle.partitions", "2");
    JavaCommand command =
        JavaCommand.small(768)
            .with("-Dlog4j2.configurationFile=" + logging(folder).toUri())
            .with(artifacts.sparkJvmArguments())
            .with("-cp", artifacts.sparkClassPath(), "org.apache.spark.deploy.SparkSubmit")
            .with("--master", "local[2]", "--name", name, "--class", mainClass)
            .with("--jars", artifacts.listenerJar().toString());
    settings.forEach((key, value) -> command.with("--conf", key + "=" + value));
    command.with(jar.toString()).with(arguments);
    return OwnedProcess.start(
        name,
        folder.resolve("spark.log"),
        null,
        Map.of("SPARK_LOCAL_IP", Loopback.HOST),
        command.words());
  }

  private static Path logging(Path folder) throws IOException {
    Path file = Files.createDirectories(folder).resolve("log4j2.properties");
    try (InputStream in = SubmittedApplication.class.getResourceAsStream("log4j2.properties")) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }
}
