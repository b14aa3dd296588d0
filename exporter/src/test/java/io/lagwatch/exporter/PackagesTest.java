package io.lagwatch.exporter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which package may use which. The list is the design's; an edge that is not in it fails. */
class PackagesTest {
  private static final String ROOT = PackagesTest.class.getPackageName();

  /** A package may use those named here, itself and nothing else of the exporter. */
  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("lag", Set.of()),
          Map.entry("text", Set.of()),
          Map.entry("config", Set.of("text")),
          Map.entry("ingest", Set.of("lag", "text")),
          Map.entry("query", Set.of("ingest", "lag")),
          Map.entry("signal", Set.of("query", "ingest", "lag", "config")),
          Map.entry("alert", Set.of("signal", "query", "ingest", "lag", "config", "text")),
          Map.entry("history", Set.of("query", "ingest", "lag")),
          Map.entry(
              "watch", Set.of("alert", "signal", "history", "query", "ingest", "lag", "config")),
          Map.entry("kafka", Set.of("lag", "config", "text")),
          Map.entry("advice", Set.of("watch", "history", "query", "lag", "text")),
          Map.entry(
              "metrics", Set.of("watch", "alert", "signal", "query", "ingest", "lag", "config")),
          Map.entry("page", Set.of("watch", "advice", "alert", "history", "query", "lag", "text")),
          Map.entry(
              "web",
              Set.of("page", "watch", "alert", "history", "query", "ingest", "lag", "signal")),
          Map.entry(
              "replay", Set.of("watch", "alert", "query", "ingest", "lag", "config", "text")));

  /** Packages of arithmetic: time and limits are arguments. */
  private static final List<String> PURE = List.of("lag", "signal", "alert", "query", "text");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  void everyPackageIsInTheList() {
    Set<String> found =
        CLASSES.stream()
            .map(PackagesTest::packageOf)
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(found).containsExactlyInAnyOrderElementsOf(ALLOWED.keySet());
  }

  @Test
  void packagesUseOnlyWhatTheListAllows() {
    Set<String> unexpected = new TreeSet<>();
    for (JavaClass origin : CLASSES) {
      String from = packageOf(origin);
      if (from.isEmpty()) {
        continue;
      }
      for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (!target.getPackageName().startsWith(ROOT)) {
          continue;
        }
        String to = packageOf(target);
        if (!to.equals(from) && !ALLOWED.get(from).contains(to)) {
          unexpected.add(
              from
                  + " -> "
                  + to
                  + ": "
                  + origin.getSimpleName()
                  + " uses "
                  + target.getSimpleName());
        }
      }
    }

    assertThat(unexpected).isEmpty();
  }

  @Test
  void arithmeticHasNoClockNoThreadNoInputAndNoLogger() {
    String[] pure = PURE.stream().map(name -> ROOT + "." + name + "..").toArray(String[]::new);

    noClasses()
        .that()
        .resideInAnyPackage(pure)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.io..",
            "java.nio.file..",
            "java.nio.channels..",
            "java.net..",
            "java.util.concurrent..",
            "org.slf4j..")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Thread.class, Runtime.class, java.time.Clock.class)
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .check(CLASSES);
  }

  private static String packageOf(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1);
  }
}
