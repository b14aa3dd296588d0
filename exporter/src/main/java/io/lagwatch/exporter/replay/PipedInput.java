package io.lagwatch.exporter.replay;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Standard input and named pipes. They can be read only once, so they are kept in temporary files.
 * Not thread-safe.
 */
final class PipedInput implements AutoCloseable {
  private static final String STANDARD_INPUT = "-";

  private final InputStream standardInput;
  private final Spool spool = new Spool();
  private final Map<Path, Path> kept = new HashMap<>();

  PipedInput(InputStream standardInput) {
    this.standardInput = standardInput;
  }

  /** Whether a path is standard input or a pipe. */
  static boolean isPiped(Path path) {
    return path.toString().equals(STANDARD_INPUT)
        || (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path));
  }

  /** The file with the bytes of a path, which may be compressed. The first call reads them all. */
  Path file(Path path) throws IOException {
    Path file = kept.get(path);
    if (file == null) {
      boolean isStandard = path.toString().equals(STANDARD_INPUT);
      file = isStandard ? keep(standardInput) : keep(path);
      kept.put(path, file);
    }
    return file;
  }

  private Path keep(Path pipe) throws IOException {
    // A channel would seek in the pipe.
    try (InputStream in = new FileInputStream(pipe.toFile())) {
      return keep(in);
    }
  }

  private Path keep(InputStream in) throws IOException {
    var bytes = new BufferedInputStream(in);
    bytes.mark(InputFiles.ZIP.length);
    byte[] first = bytes.readNBytes(InputFiles.ZIP.length);
    bytes.reset();
    return Arrays.equals(first, InputFiles.ZIP) ? spool.keepAsItIs(bytes) : spool.keep(bytes);
  }

  @Override
  public void close() throws IOException {
    spool.close();
  }
}
