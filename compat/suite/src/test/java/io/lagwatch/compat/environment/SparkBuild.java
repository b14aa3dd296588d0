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
 * One Spark version of the modules {@code compat/spark-*}, and the JDK that runs it. Immutable.
 *
 * @param module the module's name without {@code spark-}, such as {@code 3.5-2.13}
 * @param version the Spark version
 * @param scala its Scala binary version
 * @param java the JDK that runs it
 * @param folder the module's folder
 */
public record SparkBuild(String module, String version, String scala, Jdk java, Path folder) {
  /** The modules that are run, separated by commas; all if it is not set. */
  private static final String CHOICE = "compat.spark";

  private static final Pattern CORE = Pattern.compile("spark-core_([0-9.]+)-([0-9.]+)\\.jar");

  /** Returns every selected Spark version with the JDK of this process, the oldest first. */
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

  /** True if no version was selected. */
  public static boolean isEverythingWanted() {
    return System.getProperty(CHOICE, "").isEmpty();
  }

  /** True if this name is selected: a module, or another name that a test has for a version. */
  public static boolean isWanted(String name) {
    return isEverythingWanted()
        || Arrays.asList(System.getProperty(CHOICE).split(",")).contains(name);
  }

  /**
   * Returns one version, selected or not.
   *
   * @param module such as {@code 4.1}
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

  /** Returns a copy with another JDK. */
  public SparkBuild on(Jdk other) {
    return new SparkBuild(module, version, scala, other, folder);
  }

  /** True if this is Spark {@code major.minor} or newer. */
  public boolean isAtLeast(int major, int minor) {
    String[] numbers = version.split("\\.");
    int ours = Integer.parseInt(numbers[0]) * 1000 + Integer.parseInt(numbers[1]);
    return ours >= major * 1000 + minor;
  }

  /** Returns the jars of Spark and of its Kafka source. */
  public String classPath() {
    return classPath(folder);
  }

  /** Returns the folder of the compiled application. */
  public Path jobs() {
    return folder.resolve("target/classes");
  }

  /** Returns the application's jar, which exists once the module is packaged. */
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
