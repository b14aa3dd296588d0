package io.lagwatch.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A simple name means one class, so that a reader needs no import to know which one is meant. */
class UniqueNamesTest {
  @ParameterizedTest
  @ValueSource(strings = {"listener", "exporter"})
  void noTwoClassesOfAModuleShareASimpleName(String module) {
    Path sources = MarkdownFiles.ROOT.resolve(module).resolve("src/main/java");
    Map<String, List<Path>> byName =
        MarkdownFiles.matching(
                file -> file.startsWith(sources) && file.toString().endsWith(".java"))
            .stream()
            .filter(file -> !file.endsWith("package-info.java"))
            .map(MarkdownFiles.ROOT::relativize)
            .collect(
                Collectors.groupingBy(
                    file -> file.getFileName().toString(), TreeMap::new, Collectors.toList()));
    assertThat(byName).hasSizeGreaterThan(20);
    assertThat(byName).allSatisfy((name, files) -> assertThat(files).as(name).hasSize(1));
  }
}
