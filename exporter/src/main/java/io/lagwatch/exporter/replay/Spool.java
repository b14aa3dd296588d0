package io.lagwatch.exporter.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jpountz.lz4.LZ4BlockOutputStream;

/**
 * Temporary files for what can be read only once: standard input, and the files in archives. They
 * are compressed, and deleted when this is closed. Not thread-safe.
 */
final class Spool implements AutoCloseable {
  /** Of all files together, as they are on disk. */
  static final long MAX_BYTES = 8L * 1024 * 1024 * 1024;

  private static final int BUFFER = 64 * 1024;

  private final List<Path> files = new ArrayList<>();
  private final long maxBytes;
  private long bytes;

  Spool() {
    this(MAX_BYTES);
  }

  Spool(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Keeps the rest of a stream; its bytes are compressed. */
  Path keep(InputStream in) throws IOException {
    Path file = newFile();
    try (OutputStream to = new LZ4BlockOutputStream(Files.newOutputStream(file), BUFFER)) {
      copy(in, to, file);
    }
    bytes += Files.size(file);
    return file;
  }

  /** Keeps the rest of a stream as it is, for archives that are read at random. */
  Path keepAsItIs(InputStream in) throws IOException {
    Path file = newFile();
    try (OutputStream to = Files.newOutputStream(file)) {
      copy(in, to, file);
    }
    bytes += Files.size(file);
    return file;
  }

  private Path newFile() throws IOException {
    Path file = Files.createTempFile("lagwatch-replay-", ".tmp");
    files.add(file);
    return file;
  }

  private void copy(InputStream in, OutputStream to, Path file) throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      to.write(buffer, 0, read);
      if (bytes + Files.size(file) > maxBytes) {
        throw new InputFiles.InputTooLarge(
            "more than " + (maxBytes >> 20) + " MB in archives: unpack them to a folder");
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
