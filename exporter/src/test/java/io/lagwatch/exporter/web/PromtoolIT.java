package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.Snapshots;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prometheus' own linter over everything that is exported; skipped where it is not installed. */
class PromtoolIT {
  @TempDir Path dir;

  @Test
  void findsNoFault() throws IOException, InterruptedException {
    var promtool =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .map(folder -> Path.of(folder, "promtool"))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(promtool.isPresent(), "promtool is not on the PATH");
    var query = Snapshots.query("a \"b\"", "ü\t\r\n\\").inFlight().build();
    Path input;
    try (var server = new RunningServer(new FixedMonitor(Snapshots.of(query)), null)) {
      server.get("/");
      server.get("/nothing");
      server.send(server.post(new byte[3]));
      input = Files.writeString(dir.resolve("metrics.txt"), server.get("/metrics").body());
    }

    var process =
        new ProcessBuilder(promtool.get().toString(), "check", "metrics")
            .redirectInput(input.toFile())
            .redirectErrorStream(true)
            .start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(output).isEmpty();
    assertThat(process.waitFor()).isZero();
  }
}
