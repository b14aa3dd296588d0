package io.lagwatch.compat.versions;

import io.lagwatch.compat.environment.SparkBuild;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the tests have shown of one version. Used by one thread. */
final class VersionResults {
  private static final String PASSED = "✓";
  private static final String FAILED = "✗";
  private static final String NOT_SHOWN = "–";

  private final SparkBuild spark;
  private final Map<VersionCheck, String> marks = new EnumMap<>(VersionCheck.class);

  VersionResults(SparkBuild spark) {
    this.spark = spark;
  }

  /** A test of the check has ended. */
  void ended(VersionCheck check, boolean passed) {
    if (passed) {
      marks.putIfAbsent(check, PASSED);
    } else {
      marks.put(check, FAILED);
    }
  }

  /** What stands in the table when the check passes, where that needs more words. */
  void note(VersionCheck check, String mark) {
    marks.merge(check, mark, (old, now) -> old.equals(FAILED) ? FAILED : now);
  }

  /** How every row begins, and no other one. */
  String key() {
    return cells(
        Stream.of(spark.version(), spark.scala(), Integer.toString(spark.java().feature())));
  }

  /** The row of the table. */
  String markdown() {
    return key()
        + cells(
            Arrays.stream(VersionCheck.values()).map(check -> marks.getOrDefault(check, NOT_SHOWN)))
        + "|";
  }

  /** For people who watch the tests run. */
  String line() {
    return spark
        + ": "
        + marks.entrySet().stream()
            .map(mark -> mark.getKey().title() + " " + mark.getValue())
            .collect(Collectors.joining(", "));
  }

  /** The lines above the rows. */
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
