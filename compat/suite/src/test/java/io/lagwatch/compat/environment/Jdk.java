package io.lagwatch.compat.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An installed JDK. Immutable.
 *
 * @param feature its version, such as 17
 * @param home where it is installed
 */
public record Jdk(int feature, Path home) {
  /** The folder in which Linux distributions install JDKs. */
  private static final Path USUAL = Path.of("/usr/lib/jvm");

  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"([0-9]+)");

  /** Returns the JDK that runs this process. */
  public static Jdk running() {
    return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
  }

  /**
   * Returns a JDK of this version: the one that runs this process, the one in {@code
   * LAGWATCH_JAVA25} or {@code JAVA25_HOME} for version 25, or one in the usual folder. See {@link
   * #isThere}.
   */
  public static Jdk of(int feature) {
    if (Runtime.version().feature() == feature) {
      return running();
    }
    List<Path> homes = new ArrayList<>();
    for (String variable : List.of("LAGWATCH_JAVA" + feature, "JAVA" + feature + "_HOME")) {
      String home = System.getenv(variable);
      if (home != null && !home.isEmpty()) {
        homes.add(Path.of(home));
      }
    }
    if (Files.isDirectory(USUAL)) {
      try (Stream<Path> installed = Files.list(USUAL)) {
        installed.sorted().forEach(homes::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return homes.stream()
        .filter(home -> isOf(feature, home))
        .findFirst()
        .map(home -> new Jdk(feature, home))
        .orElse(new Jdk(feature, USUAL.resolve("java-" + feature)));
  }

  /** True if it is installed. */
  public boolean isThere() {
    return Files.isExecutable(Path.of(java()));
  }

  /** Returns the program {@code java}. */
  public String java() {
    return home.resolve("bin/java").toString();
  }

  private static boolean isOf(int feature, Path home) {
    Path release = home.resolve("release");
    if (!Files.isRegularFile(release) || !Files.isExecutable(home.resolve("bin/java"))) {
      return false;
    }
    try {
      Matcher version = VERSION.matcher(Files.readString(release));
      return version.find() && Integer.parseInt(version.group(1)) == feature;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
