package io.lagwatch.compat.ways;

import io.lagwatch.demo.environment.SubmittedApplication;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An installation of Spark as its scripts expect it, with {@code jars/} and {@code conf/}. The jars
 * are links to those of a build. Maven Central does not have the scripts, so this class does their
 * work.
 *
 * @param folder {@code SPARK_HOME}
 * @param scala the Scala binary version
 */
record SparkHome(Path folder, String scala) {
  private static final String LISTENERS = "spark.sql.streaming.streamingQueryListeners";
  private static final String LAUNCHER = "org.apache.spark.launcher.Main";

  /** JVM options for a small heap and a fast start, for every process. */
  private static final List<String> MODEST =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** Creates an installation from a class path. */
  static SparkHome of(String classPath, String scala, Path folder) throws IOException {
    Path jars = Files.createDirectories(folder.resolve("jars"));
    for (String jar : classPath.split(File.pathSeparator)) {
      Files.createSymbolicLink(jars.resolve(Path.of(jar).getFileName()), Path.of(jar));
    }
    SparkHome home = new SparkHome(folder, scala);
    try (InputStream in = SubmittedApplication.class.getResourceAsStream("log4j2.properties")) {
      Path conf = Files.createDirectories(home.conf());
      Files.copy(in, conf.resolve("log4j2.properties"), StandardCopyOption.REPLACE_EXISTING);
    }
    return home;
  }

  /** Returns the folder of {@code spark-defaults.conf}. */
  Path conf() {
    return folder.resolve("conf");
  }

  /** Returns the listener's settings, as they are in {@code spark-defaults.conf}. */
  static Map<String, String> attached(String endpoint) {
    return Map.of(
        LISTENERS, "io.lagwatch.listener.LagwatchListener", "spark.lagwatch.endpoint", endpoint);
  }

  /** Writes settings in the format of {@code spark-defaults.conf}. */
  static Path settings(Path file, Map<String, String> settings) throws IOException {
    List<String> lines = new ArrayList<>();
    settings.forEach((key, value) -> lines.add(key + " " + value));
    return Files.write(file, lines);
  }

  /** Returns {@code --conf} options for the settings. */
  static List<String> flags(Map<String, String> settings) {
    List<String> words = new ArrayList<>();
    settings.forEach((key, value) -> words.addAll(List.of("--conf", key + "=" + value)));
    return words;
  }

  /**
   * Starts {@code bin/spark-submit}. Spark's launcher prints the command to run.
   *
   * @param name name for messages and the log, {@code name.log}
   * @param words its arguments
   */
  OwnedProcess submit(String name, List<String> words) throws IOException {
    List<String> launcher = new ArrayList<>();
    launcher.addAll(
        List.of(
            OwnedProcess.java(), "-cp", jars(), LAUNCHER, "org.apache.spark.deploy.SparkSubmit"));
    launcher.addAll(words);
    Path said = folder.resolve(name + ".command");
    ProcessBuilder builder = new ProcessBuilder(launcher).redirectOutput(said.toFile());
    builder.environment().putAll(environment());
    Process process = builder.redirectError(folder.resolve(name + ".launcher").toFile()).start();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    // The output is an empty word, a line feed and the command. Each word of the command ends in a
    // NUL.
    String text = Files.readString(said, StandardCharsets.UTF_8).strip();
    List<String> command = new ArrayList<>(List.of(text.split("\0")));
    command.removeIf(String::isBlank);
    command.set(0, command.get(0).strip());
    return start(name, command);
  }

  /** Starts a standalone master or worker, like {@code sbin/start-….sh}. */
  OwnedProcess daemon(String name, String mainClass, List<String> jvm, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(OwnedProcess.java()));
    command.addAll(MODEST);
    command.addAll(jvm);
    command.addAll(List.of("-cp", conf() + File.pathSeparator + jars(), mainClass));
    command.addAll(arguments);
    return start(name, command);
  }

  private OwnedProcess start(String name, List<String> command) {
    return OwnedProcess.start(name, folder.resolve(name + ".log"), folder, environment(), command);
  }

  private Map<String, String> environment() {
    return Map.of(
        "SPARK_HOME",
        folder.toString(),
        "SPARK_CONF_DIR",
        conf().toString(),
        "SPARK_LOCAL_IP",
        Loopback.HOST,
        "SPARK_SCALA_VERSION",
        scala);
  }

  private String jars() {
    return folder.resolve("jars") + "/*";
  }
}
