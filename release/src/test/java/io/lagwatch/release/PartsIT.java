package io.lagwatch.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/**
 * Tests the files that are published with the archive: jars, sources, Javadoc, SBOMs, checksums.
 */
class PartsIT {
  @Test
  void checksumFileCoversEveryFileOfTheRelease() throws Exception {
    var sums = Files.readAllLines(Release.FOLDER.resolve("SHA256SUMS"));
    var expected = new ArrayList<String>();
    try (var files = Files.list(Release.FOLDER)) {
      for (Path file : files.sorted().toList()) {
        if (!file.endsWith("SHA256SUMS")) {
          expected.add(sha256(file) + "  " + file.getFileName());
        }
      }
    }
    assertThat(expected).hasSize(9);
    assertThat(sums).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void sbomListsEveryLibraryInTheExporter() throws IOException {
    var inside = new ArrayList<String>();
    try (var jar = new ZipFile(Release.file("lagwatch-exporter-", ".jar").toFile())) {
      for (var entry : jar.stream().filter(e -> e.getName().endsWith("/pom.properties")).toList()) {
        var made = new Properties();
        made.load(jar.getInputStream(entry));
        inside.add(made.getProperty("artifactId") + " " + made.getProperty("version"));
      }
    }
    inside.remove("lagwatch-exporter " + Release.VERSION);
    assertThat(inside)
        .hasSizeGreaterThan(20)
        .anyMatch(part -> part.startsWith("jackson-databind "));
    assertThat(parts("lagwatch-exporter-"))
        .containsAll(inside)
        .anyMatch(p -> p.startsWith("kafka-clients "));
  }

  @Test
  void sbomOfTheListenerIsEmpty() throws IOException {
    assertThat(parts("lagwatch-listener-")).isEmpty();
  }

  @Test
  void publishesSourcesAndJavadocOfListenerAndExporter() throws IOException {
    var listener = "io/lagwatch/listener/LagwatchListener";
    assertThat(contains(Release.file("lagwatch-listener-", "-sources.jar"), listener + ".java"))
        .isTrue();
    assertThat(contains(Release.file("lagwatch-listener-", "-javadoc.jar"), listener + ".html"))
        .isTrue();
    var main = "io/lagwatch/exporter/Main";
    assertThat(contains(Release.file("lagwatch-exporter-", "-sources.jar"), main + ".java"))
        .isTrue();
    assertThat(contains(Release.file("lagwatch-exporter-", "-javadoc.jar"), main + ".html"))
        .isTrue();
  }

  /** Reads the CycloneDX JSON with the YAML parser, because JSON is a subset of YAML. */
  private static List<String> parts(String name) throws IOException {
    Map<String, Object> list =
        new Yaml().load(Files.readString(Release.file(name, "-cyclonedx.json")));
    assertThat(list).containsEntry("bomFormat", "CycloneDX");
    var parts = (List<?>) list.getOrDefault("components", List.of());
    return parts.stream()
        .map(part -> (Map<?, ?>) part)
        .map(part -> part.get("name") + " " + part.get("version"))
        .toList();
  }

  private static boolean contains(Path jar, String entry) throws IOException {
    try (var file = new ZipFile(jar.toFile())) {
      return file.getEntry(entry) != null;
    }
  }

  private static String sha256(Path file) throws Exception {
    var digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(digest);
  }
}
