package io.lagwatch.demo.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The files that the build creates, found by their place in the source tree. Immutable.
 *
 * @param root the top folder of the source tree
 */
public record BuildArtifacts(Path root) {
  private static final Properties BUILD = properties();

  /**
   * Finds the source tree that contains a folder.
   *
   * @throws IllegalStateException if there is none
   */
  public static BuildArtifacts around(Path folder) {
    for (Path at = folder.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
      if (Files.isRegularFile(at.resolve("listener/pom.xml"))) {
        return new BuildArtifacts(at);
      }
    }
    throw new IllegalStateException(
        "source tree: expected listener/pom.xml above " + folder + ", found none");
  }

  /** Returns the jar for the driver. */
  public Path listenerJar() {
    return existing("listener/target/lagwatch-listener-" + version() + ".jar");
  }

  /** Returns the runnable jar of the exporter. */
  public Path exporterJar() {
    return existing("exporter/target/lagwatch-exporter-" + version() + ".jar");
  }

  /** Returns the jar of the demo's Spark application. */
  public Path jobsJar() {
    return existing("demo/jobs/target/lagwatch-demo-jobs-" + version() + ".jar");
  }

  /** Returns the jars of a Spark distribution, as a class path. */
  public String sparkClassPath() throws IOException {
    return Files.readString(existing("demo/jobs/target/spark.classpath"));
  }

  /** Returns the {@code --add-opens} options that Spark needs on Java 17. */
  public List<String> sparkJvmArguments() {
    return List.of(BUILD.getProperty("spark.jvm.args").split(" "));
  }

  /** Returns the Prometheus rule files, in order; empty if there are none. */
  public List<Path> ruleFiles() throws IOException {
    Path alerts = root.resolve("alerts");
    if (!Files.isDirectory(alerts)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(alerts)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".yml"))
          .filter(BuildArtifacts::holdsRules)
          .sorted()
          .toList();
    }
  }

  private static boolean holdsRules(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.anyMatch(line -> line.startsWith("groups:"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String version() {
    return BUILD.getProperty("version");
  }

  private Path existing(String path) {
    Path file = root.resolve(path);
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException(file + ": expected a built file, found none");
    }
    return file;
  }

  private static Properties properties() {
    Properties properties = new Properties();
    try (InputStream file = BuildArtifacts.class.getResourceAsStream("build.properties")) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }
}
