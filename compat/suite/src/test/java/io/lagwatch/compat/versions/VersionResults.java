package io.lagwatch.compat.versions;

import io.lagwatch.compat.environment.SparkBuild;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results of one version. Used by one thread. */
final class VersionResults {
  private static final String PASSED = "✓";
  private static final String FAILED = "✗";
  private static final String NOT_SHOWN = "–";

  private final SparkBuild spark;
  private final Map<VersionCheck, String> marks = new EnumMap<>(VersionCheck.class);

  VersionResults(SparkBuild spark) {
    this.spark = spark;
  }

  /** Records the end of a test of the check. */
  void ended(VersionCheck check, boolean passed) {
    if (passed) {
      marks.putIfAbsent(check, PASSED);
    } else {
      marks.put(check, FAILED);
    }
  }

  /** Sets the text in the table for a passed check, if a check mark is not enough. */
  void note(VersionCheck check, String mark) {
    marks.merge(check, mark, (old, now) -> old.equals(FAILED) ? FAILED : now);
  }

  /** Prefix of every row and of no other line. */
  String key() {
    return cells(
        Stream.of(spark.version(), spark.scala(), Integer.toString(spark.java().feature())));
  }

  /** Returns the row of the table. */
  String markdown() {
    return key()
        + cells(
            Arrays.stream(VersionCheck.values()).map(check -> marks.getOrDefault(check, NOT_SHOWN)))
        + "|";
  }

  /** Returns a line for the output of the test run. */
  String line() {
    return spark
        + ": "
        + marks.entrySet().stream()
            .map(mark -> mark.getKey().title() + " " + mark.getValue())
            .collect(Collectors.joining(", "));
  }

  /** Returns the heading of the table. */
  static String head() {
    String titles =
        cells(
            Stream.concat(
                Stream.of("Spark", "Scala", "Java"),
                Arrays.stream(VersionCheck.values()).map(VersionCheck::title)));
    return titles + "|\n" + "|---".repeat(3 + VersionCheck.values().length) + "|\n";
  }

  private static String cells(Stream<String> cells) {
    return cells.map(cell -> "| " + cell + " ").collect(Collectors.joining());
  }
}
