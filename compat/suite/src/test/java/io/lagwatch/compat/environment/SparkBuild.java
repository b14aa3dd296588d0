package io.lagwatch.compat.environment;

import io.lagwatch.demo.environment.BuildArtifacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One Spark of the modules {@code compat/spark-*}, and the Java that it is run by. Immutable.
 *
 * @param module the module's name without {@code spark-}, such as {@code 3.5-2.13}
 * @param version of Spark
 * @param scala its binary version
 * @param java what it is run by
 * @param folder the module's
 */
public record SparkBuild(String module, String version, String scala, Jdk java, Path folder) {
  /** Names the modules that are run, comma separated; all when it is not set. */
  private static final String CHOICE = "compat.spark";

  private static final Pattern CORE = Pattern.compile("spark-core_([0-9.]+)-([0-9.]+)\\.jar");

  /** Every Spark that is wanted, by the Java of this process, the oldest first. */
  public static List<SparkBuild> all() {
    Path compat = BuildArtifacts.around(Path.of("")).root().resolve("compat");
    try (Stream<Path> modules = Files.list(compat)) {
      return modules
          .map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith("spark-"))
          .map(name -> name.substring("spark-".length()))
          .filter(SparkBuild::isWanted)
          .map(SparkBuild::of)
          .sorted(Comparator.comparing(SparkBuild::version))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether no choice was made. */
  public static boolean isEverythingWanted() {
    return System.getProperty(CHOICE, "").isEmpty();
  }

  /** Whether this one is wanted, a module or another name that a test has for one. */
  public static boolean isWanted(String name) {
    return isEverythingWanted()
        || Arrays.asList(System.getProperty(CHOICE).split(",")).contains(name);
  }

  /**
   * One of them, whether it is among those that are wanted or not.
   *
   * @param module as {@code 4.1}
   */
  public static SparkBuild of(String module) {
    Path folder =
        BuildArtifacts.around(Path.of("")).root().resolve("compat").resolve("spark-" + module);
    Matcher core = CORE.matcher(classPath(folder));
    if (!core.find()) {
      throw new IllegalStateException(folder + ": expected spark-core on the class path");
    }
    return new SparkBuild(module, core.group(2), core.group(1), Jdk.running(), folder);
  }

  /** The same, run by another Java. */
  public SparkBuild on(Jdk other) {
    return new SparkBuild(module, version, scala, other, folder);
  }

  /** Whether this is Spark {@code major.minor} or newer. */
  public boolean isAtLeast(int major, int minor) {
    String[] numbers = version.split("\\.");
    int ours = Integer.parseInt(numbers[0]) * 1000 + Integer.parseInt(numbers[1]);
    return ours >= major * 1000 + minor;
  }

  /** Spark's own jars with those of its Kafka source. */
  public String classPath() {
    return classPath(folder);
  }

  /** The compiled application, a folder. */
  public Path jobs() {
    return folder.resolve("target/classes");
  }

  /** The application as a jar, there once the module is packaged. */
  public Path jobsJar() throws IOException {
    Path target = folder.resolve("target");
    try (Stream<Path> files = Files.list(target)) {
      return files
          .filter(file -> file.getFileName().toString().matches("lagwatch-compat-spark-.*\\.jar"))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException(target + ": expected a jar, found none"));
    }
  }

  private static String classPath(Path folder) {
    try {
      return Files.readString(folder.resolve("target/spark.classpath"));
    } catch (IOException e) {
      throw new UncheckedIOException("build it with -Pcompat: " + folder, e);
    }
  }

  @Override
  public String toString() {
    return "Spark " + version + ", Scala " + scala + ", Java " + java.feature();
  }
}
