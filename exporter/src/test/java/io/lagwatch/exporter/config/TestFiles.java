package io.lagwatch.exporter.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Settings files of tests. */
final class TestFiles {
  private TestFiles() {}

  /** Writes {@code lagwatch.yml} and returns the flag that names it. */
  static Map<String, String> config(Path folder, String yaml) {
    try {
      return Map.of("--config", Files.writeString(folder.resolve("lagwatch.yml"), yaml).toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
