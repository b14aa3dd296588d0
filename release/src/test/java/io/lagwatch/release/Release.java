package io.lagwatch.release;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The files of the built release, and a runner for programs that use them. */
final class Release {
  static final String VERSION = System.getProperty("release.version");
  static final Path FOLDER = Path.of(System.getProperty("release.folder"));

  private Release() {}

  /** Returns the file of the release folder with {@code VERSION} in its name. */
  static Path file(String before, String after) {
    return FOLDER.resolve(before + VERSION + after);
  }

  /** Unpacks the archive and returns the directory that it contains. */
  static Path unpackInto(Path folder) throws IOException, InterruptedException {
    run(folder, Map.of(), "tar", "xzf", file("lagwatch-", ".tar.gz").toString());
    return folder.resolve("lagwatch-" + VERSION);
  }

  /** Runs a program for at most two minutes and returns its exit code and output. */
  static ProcessResult run(Path folder, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    var output = Files.createTempFile("release", ".txt");
    try {
      var builder =
          new ProcessBuilder(List.of(command))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      builder.environment().putAll(environment);
      var process = builder.start();
      if (!process.waitFor(2, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IllegalStateException(List.of(command) + " is still running after 2 min");
      }
      return new ProcessResult(
          process.exitValue(), Files.readString(output, StandardCharsets.UTF_8).strip());
    } finally {
      Files.delete(output);
    }
  }

  record ProcessResult(int exitCode, String output) {}
}
