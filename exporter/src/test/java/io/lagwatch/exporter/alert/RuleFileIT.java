package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules under Prometheus' own checks and tests; skipped where it is not installed. */
class RuleFileIT {
  @Test
  void prometheusTakesTheRules() throws IOException, InterruptedException {
    promtool().passes("check", "rules", RuleFile.FILE.toString());
  }

  @ParameterizedTest
  @MethodSource("tests")
  void theRulesDoAsTheirTestsSay(Path test) throws IOException, InterruptedException {
    promtool().passes("test", "rules", test.toString());
  }

  static Stream<Path> tests() throws IOException {
    try (Stream<Path> files = Files.list(RuleFile.FOLDER.resolve("tests"))) {
      var all = files.filter(file -> file.toString().endsWith(".test.yml")).sorted().toList();
      assertThat(all).isNotEmpty();
      return all.stream();
    }
  }

  private static Promtool promtool() {
    var promtool = Promtool.find();
    assumeTrue(promtool.isPresent(), "promtool is not on the PATH");
    return promtool.get();
  }
}
