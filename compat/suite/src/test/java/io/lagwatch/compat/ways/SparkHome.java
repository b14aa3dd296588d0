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
 * An installed Spark as its scripts find it, {@code jars/} and {@code conf/}, made of links to the
 * jars of a build. What the scripts do, which Maven Central does not have, is done here.
 *
 * @param folder {@code SPARK_HOME}
 * @param scala the binary version
 */
record SparkHome(Path folder, String scala) {
  private static final String LISTENERS = "spark.sql.streaming.streamingQueryListeners";
  private static final String LAUNCHER = "org.apache.spark.launcher.Main";

  /** Small and soon warm, whichever process it is. */
  private static final List<String> MODEST =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** Makes it of a class path. */
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

  /** The folder of {@code spark-defaults.conf}. */
  Path conf() {
    return folder.resolve("conf");
  }

  /** The listener's settings, as they stand in {@code spark-defaults.conf}. */
  static Map<String, String> attached(String endpoint) {
    return Map.of(
        LISTENERS, "io.lagwatch.listener.LagwatchListener", "spark.lagwatch.endpoint", endpoint);
  }

  /** Writes settings as {@code spark-defaults.conf} has them. */
  static Path settings(Path file, Map<String, String> settings) throws IOException {
    List<String> lines = new ArrayList<>();
    settings.forEach((key, value) -> lines.add(key + " " + value));
    return Files.write(file, lines);
  }

  /** What {@code --conf} says of settings. */
  static List<String> flags(Map<String, String> settings) {
    List<String> words = new ArrayList<>();
    settings.forEach((key, value) -> words.addAll(List.of("--conf", key + "=" + value)));
    return words;
  }

  /**
   * Starts {@code bin/spark-submit}: Spark's launcher says what is to be run.
   *
   * @param name for messages and the log, {@code name.log}
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
    // An empty word, a line feed, and then the command; each word ends in a NUL.
    String text = Files.readString(said, StandardCharsets.UTF_8).strip();
    List<String> command = new ArrayList<>(List.of(text.split("\0")));
    command.removeIf(String::isBlank);
    command.set(0, command.get(0).strip());
    return start(name, command);
  }

  /** Starts a standalone master or worker, as {@code sbin/start-….sh} does. */
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
