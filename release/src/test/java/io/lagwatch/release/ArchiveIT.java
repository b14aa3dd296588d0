package io.lagwatch.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.release.Release.ProcessResult;
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

/** Tests the unpacked release archive. */
class ArchiveIT {
  @TempDir static Path folder;
  private static Path release;

  @BeforeAll
  static void unpack() throws Exception {
    release = Release.unpackInto(folder);
  }

  @Test
  void startScriptRunsThroughASymbolicLink() throws Exception {
    var link =
        Files.createSymbolicLink(folder.resolve("link"), release.resolve("bin/lagwatch-exporter"));
    assertThat(run(Map.of(), link.toString(), "--version"))
        .isEqualTo(new ProcessResult(0, "lagwatch-exporter " + Release.VERSION));
  }

  @Test
  void startScriptReportsMissingJavaAndSeveralJars() throws Exception {
    assertThat(run(Map.of("JAVA_HOME", "/nowhere"), "bin/lagwatch-exporter", "--version"))
        .isEqualTo(
            new ProcessResult(
                1,
                "cannot find Java in JAVA_HOME=/nowhere: install Java 17 or newer and set"
                    + " JAVA_HOME or PATH"));
    var second = Files.createFile(release.resolve("lib/lagwatch-exporter-0.jar"));
    try {
      var result = run(Map.of(), "bin/lagwatch-exporter", "--version");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.output())
          .isEqualTo(
              "several lagwatch-exporter-*.jar in "
                  + release.toRealPath()
                  + "/lib: delete all but one");
    } finally {
      Files.delete(second);
    }
  }

  @Test
  void shellCompletionSuggestsOptionsCommandsAndFiles() throws Exception {
    assertThat(completed("--sta", "lagwatch-exporter")).isEqualTo("--state-file");
    assertThat(completed("rep", "lagwatch-exporter")).isEqualTo("replay");
    assertThat(completed("READ", "lagwatch-exporter", "--config")).isEqualTo("README.md");
    assertThat(completed("READ", "lagwatch-exporter", "replay")).isEqualTo("README.md");
  }

  /**
   * Returns the completion of a partial word that follows others. Standard error is discarded,
   * because compopt fails outside of a real completion.
   */
  private static String completed(String partial, String... before) throws Exception {
    var script =
        """
        source completion/lagwatch-exporter
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _complete_lagwatch-exporter 2>/dev/null
        echo "${COMPREPLY[@]}"
        """;
    var words = new ArrayList<>(List.of("bash", "-c", script, "bash"));
    words.addAll(List.of(before));
    words.add(partial);
    return run(Map.of(), words.toArray(String[]::new)).output();
  }

  @Test
  void systemdAcceptsTheUnit() throws Exception {
    var unit = Files.readString(release.resolve("deploy/systemd/lagwatch-exporter.service"));
    assertThat(unit).contains("ExecStart=/opt/lagwatch/bin/lagwatch-exporter ");
    var here = folder.resolve("lagwatch-exporter.service");
    Files.writeString(here, unit.replace("/opt/lagwatch", release.toString()));
    assertThat(run(Map.of(), "systemd-analyze", "verify", here.toString()))
        .isEqualTo(new ProcessResult(0, ""));
  }

  @Test
  void dockerfileCopiesAnExistingJarAndItsCommandRuns() throws Exception {
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
        .isEqualTo(new ProcessResult(0, "lagwatch-exporter " + Release.VERSION));
  }

  @Test
  void exporterAcceptsTheSettingsOfTheKubernetesExample() throws Exception {
    var documents = Files.readString(release.resolve("deploy/kubernetes/exporter.yaml"));
    Map<String, Object> settings = new Yaml().load(documents.split("(?m)^---$")[0]);
    var file = folder.resolve("lagwatch.yml");
    Files.writeString(file, ((Map<?, ?>) settings.get("data")).get("lagwatch.yml").toString());
    var result =
        run(
            Map.of("LAGWATCH_TOKEN", "a-token"),
            "bin/lagwatch-exporter",
            "--check-settings",
            "--config",
            file.toString());
    assertThat(result.exitCode()).as(result.output()).isZero();
  }

  @Test
  void everyTextNamesTheReleasedVersion() throws IOException {
    var named = Pattern.compile("lagwatch(?:-listener|-exporter)?[-:](\\d+\\.\\d+\\.\\d+)");
    try (var files = Files.walk(release)) {
      for (Path file : files.filter(ArchiveIT::isText).toList()) {
        assertThat(named.matcher(Files.readString(file)).results().map(found -> found.group(1)))
            .as("%s", file)
            .allMatch(Release.VERSION::equals);
      }
    }
  }

  @Test
  void containsEveryFileThatItsPagesLinkTo() throws IOException {
    var link = Pattern.compile("]\\((?![a-z]+:|#)([^)#]+)");
    try (var files = Files.walk(release)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        assertThat(link.matcher(Files.readString(page)).results().map(found -> found.group(1)))
            .as("%s", page)
            .allMatch(target -> Files.exists(page.resolveSibling(target)));
      }
    }
  }

  private static boolean isText(Path file) {
    var name = file.getFileName().toString();
    return name.matches(".*\\.(md|yml|yaml|service)|Dockerfile") && !name.equals("CHANGELOG.md");
  }

  private static ProcessResult run(Map<String, String> environment, String... command)
      throws Exception {
    return Release.run(release, environment, command);
  }
}
