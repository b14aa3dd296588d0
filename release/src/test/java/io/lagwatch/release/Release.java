package io.lagwatch.release;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What the build has put together, and programs run over it. */
final class Release {
  static final String VERSION = System.getProperty("release.version");
  static final Path FOLDER = Path.of(System.getProperty("release.folder"));

  private Release() {}

  /** A file of the release folder; its name holds {@code VERSION}. */
  static Path file(String before, String after) {
    return FOLDER.resolve(before + VERSION + after);
  }

  /** Unpacks the archive into a folder and gives the folder in it. */
  static Path unpackInto(Path folder) throws IOException, InterruptedException {
    run(folder, Map.of(), "tar", "xzf", file("lagwatch-", ".tar.gz").toString());
    return folder.resolve("lagwatch-" + VERSION);
  }

  /** Runs a program to its end within two minutes; both of its outputs as one text. */
  static Ended run(Path folder, Map<String, String> environment, String... command)
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
        throw new IllegalStateException(
            List.of(command) + ": expected an end in 2 min, found none");
      }
      return new Ended(
          process.exitValue(), Files.readString(output, StandardCharsets.UTF_8).strip());
    } finally {
      Files.delete(output);
    }
  }

  record Ended(int exitCode, String output) {}
}
