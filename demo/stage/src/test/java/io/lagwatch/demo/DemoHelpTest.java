package io.lagwatch.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Help.Ansi;

/** {@code demo.sh} prints its help by itself, before it looks for programs and builds. */
class DemoHelpTest {
  @ParameterizedTest
  @ValueSource(strings = {"-h", "--help"})
  void scriptPrintsTheOptionsOfTheProgramWithoutABuild(String option) throws Exception {
    Path script = Path.of("../../demo.sh").toRealPath();
    var bash = new ProcessBuilder("bash", script.toString(), option).redirectErrorStream(true);
    // Neither Java nor Maven is found.
    bash.environment().put("PATH", "");

    Process process = bash.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(printed).isEqualTo(Demo.commandLine().getUsageMessage(Ansi.OFF));
  }
}
