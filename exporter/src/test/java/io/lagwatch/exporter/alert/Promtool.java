package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Prometheus' own tool, where the machine has it. */
public record Promtool(Path binary) {
  public static Optional<Promtool> find() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "promtool"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Promtool::new);
  }

  /** Runs it and expects that it finds no fault. */
  public void passes(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(binary.toString()));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
