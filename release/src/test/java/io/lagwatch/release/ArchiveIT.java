package io.lagwatch.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.release.Release.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** The archive as its user unpacks it. */
class ArchiveIT {
  @TempDir static Path folder;
  private static Path release;

  @BeforeAll
  static void unpack() throws Exception {
    release = Release.unpackInto(folder);
  }

  @Test
  void runsTheExporterByItsScriptAlsoThroughALink() throws Exception {
    var link =
        Files.createSymbolicLink(folder.resolve("link"), release.resolve("bin/lagwatch-exporter"));
    assertThat(run(Map.of(), link.toString(), "--version"))
        .isEqualTo(new Ended(0, "lagwatch-exporter " + Release.VERSION));
  }

  @Test
  void saysWhatKeepsTheScriptFromRunning() throws Exception {
    assertThat(run(Map.of("JAVA_HOME", "/nowhere"), "bin/lagwatch-exporter", "--version"))
        .isEqualTo(
            new Ended(
                1,
                "Java: expected 17 or newer in JAVA_HOME or on the path, found none"
                    + " (JAVA_HOME is /nowhere)"));
    var second = Files.createFile(release.resolve("lib/lagwatch-exporter-0.jar"));
    try {
      var ended = run(Map.of(), "bin/lagwatch-exporter", "--version");
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.output()).endsWith("expected one lagwatch-exporter-*.jar, found several");
    } finally {
      Files.delete(second);
    }
  }

  @Test
  void completesWordsInTheShell() throws Exception {
    assertThat(completed("--sta", "lagwatch-exporter")).isEqualTo("--state-file");
    assertThat(completed("rep", "lagwatch-exporter")).isEqualTo("replay");
    assertThat(completed("READ", "lagwatch-exporter", "--config")).isEqualTo("README.md");
    assertThat(completed("READ", "lagwatch-exporter", "replay")).isEqualTo("README.md");
  }

  /**
   * What the shell makes of a word begun after others; compopt complains outside of a real
   * completion.
   */
  private static String completed(String begun, String... before) throws Exception {
    var script =
        """
        source completion/lagwatch-exporter
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _complete_lagwatch-exporter 2>/dev/null
        echo "${COMPREPLY[@]}"
        """;
    var words = new ArrayList<>(List.of("bash", "-c", script, "bash"));
    words.addAll(List.of(before));
    words.add(begun);
    return run(Map.of(), words.toArray(String[]::new)).output();
  }

  @Test
  void holdsASystemdUnitThatSystemdTakes() throws Exception {
    var unit = Files.readString(release.resolve("deploy/systemd/lagwatch-exporter.service"));
    assertThat(unit).contains("ExecStart=/opt/lagwatch/bin/lagwatch-exporter ");
    var here = folder.resolve("lagwatch-exporter.service");
    Files.writeString(here, unit.replace("/opt/lagwatch", release.toString()));
    assertThat(run(Map.of(), "systemd-analyze", "verify", here.toString()))
        .isEqualTo(new Ended(0, ""));
  }

  @Test
  void holdsADockerfileWhoseFilesAndCommandAreThere() throws Exception {
    var dockerfile = Files.readString(release.resolve("deploy/docker/Dockerfile"));
    var copied = Pattern.compile("(?m)^COPY lib/(\\S+) ").matcher(dockerfile);
    assertThat(copied.find()).isTrue();
    try (var jars = Files.newDirectoryStream(release.resolve("lib"), copied.group(1))) {
      assertThat(jars).hasSize(1);
    }
    var entry = Pattern.compile("(?m)^ENTRYPOINT \\[(.*)]$").matcher(dockerfile);
    assertThat(entry.find()).isTrue();
    var jar = release.resolve("lib/lagwatch-exporter-" + Release.VERSION + ".jar").toString();
    var command = entry.group(1).replace("/opt/lagwatch/lagwatch-exporter.jar", jar);
    assertThat(run(Map.of(), "bash", "-c", command.replace(",", "") + " --version"))
        .isEqualTo(new Ended(0, "lagwatch-exporter " + Release.VERSION));
  }

  @Test
  void holdsAKubernetesExampleWhoseSettingsTheExporterTakes() throws Exception {
    var documents = Files.readString(release.resolve("deploy/kubernetes/exporter.yaml"));
    Map<String, Object> settings = new Yaml().load(documents.split("(?m)^---$")[0]);
    var file = folder.resolve("lagwatch.yml");
    Files.writeString(file, ((Map<?, ?>) settings.get("data")).get("lagwatch.yml").toString());
    assertThat(
            run(
                Map.of("LAGWATCH_TOKEN", "a-token"),
                "bin/lagwatch-exporter",
                "--check-settings",
                "--config",
                file.toString()))
        .isEqualTo(new Ended(0, "The settings are well."));
  }

  /** A text that tells people to start a jar of another version sends them on a search. */
  @Test
  void namesItsOwnVersionEverywhere() throws IOException {
    var named = Pattern.compile("lagwatch(?:-listener|-exporter)?[-:](\\d+\\.\\d+\\.\\d+)");
    try (var files = Files.walk(release)) {
      for (Path file : files.filter(ArchiveIT::isText).toList()) {
        assertThat(named.matcher(Files.readString(file)).results().map(found -> found.group(1)))
            .as("%s", file)
            .allMatch(Release.VERSION::equals);
      }
    }
  }

  private static boolean isText(Path file) {
    var name = file.getFileName().toString();
    return name.matches(".*\\.(md|yml|yaml|service)|Dockerfile") && !name.equals("CHANGELOG.md");
  }

  private static Ended run(Map<String, String> environment, String... command) throws Exception {
    return Release.run(release, environment, command);
  }
}
