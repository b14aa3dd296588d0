package io.lagwatch.exporter.replay;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The files behind a path: the file itself, the files of a folder and its subfolders, or those of a
 * zip or tar archive, which may be compressed and may contain another archive. Not thread-safe.
 */
final class InputFiles {
  static final int MAX_FILES = 10_000;
  private static final int DEEPEST_FOLDER = 8;
  private static final int DEEPEST_ARCHIVE = 2;
  static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final byte[] EMPTY_ZIP = {'P', 'K', 5, 6};

  private final Spool spool;
  private final BiConsumer<String, IOException> failed;
  private final List<InputFile> found = new ArrayList<>();

  /** Opens the bytes of a file, still compressed. */
  interface Opener {
    InputStream open() throws IOException;
  }

  /**
   * A file.
   *
   * @param size of the bytes that {@code opener} opens; negative if unknown
   */
  record InputFile(String name, Opener opener, long size) {
    FileLines lines() throws IOException {
      InputStream in = opener.open();
      try {
        return FileLines.of(in);
      } catch (IOException e) {
        in.close();
        throw e;
      }
    }
  }

  /** Adds the files behind a name. */
  private interface Adding {
    void add() throws IOException;
  }

  /** More than is read: the rest is not read either. */
  static final class InputTooLarge extends IOException {
    private static final long serialVersionUID = 1;

    InputTooLarge(String message) {
      super(message);
    }
  }

  private record ZippedFile(String name, long size) {}

  private InputFiles(Spool spool, BiConsumer<String, IOException> failed) {
    this.spool = spool;
    this.failed = failed;
  }

  /**
   * The files behind a path.
   *
   * @param spool keeps the files of archives
   * @param pipes for standard input ({@code -}) and named pipes
   * @param failed is told of the files in folders and archives that cannot be read
   */
  static List<InputFile> of(
      Path path, Spool spool, PipedInput pipes, BiConsumer<String, IOException> failed)
      throws IOException {
    var files = new InputFiles(spool, failed);
    if (PipedInput.isPiped(path)) {
      Path kept = pipes.file(path);
      files.file(path.toString(), () -> Files.newInputStream(kept), kept, 0);
    } else if (Files.isDirectory(path)) {
      files.folder(path);
    } else if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    } else {
      files.file(path.toString(), () -> Files.newInputStream(path), path, 0);
    }
    return files.found;
  }

  private void folder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder, DEEPEST_FOLDER)) {
      files = all.filter(InputFiles::isVisible).limit(MAX_FILES + 1L).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (files.size() > MAX_FILES) {
      throw tooMany();
    }
    for (Path file : files) {
      guarded(
          file.toString(), () -> file(file.toString(), () -> Files.newInputStream(file), file, 0));
    }
  }

  /** Hadoop keeps checksums in hidden files; Spark's file with the status is empty. */
  private static boolean isVisible(Path file) {
    Path name = file.getFileName();
    return Files.isRegularFile(file) && name != null && !name.toString().startsWith(".");
  }

  /** Adds a file. If it cannot be read, the other files are read all the same. */
  private void guarded(String name, Adding adding) throws InputTooLarge {
    try {
      adding.add();
    } catch (InputTooLarge e) {
      throw e;
    } catch (IOException e) {
      failed.accept(name, e);
    }
  }

  private static InputTooLarge tooMany() {
    return new InputTooLarge("expected at most " + MAX_FILES + " files, found more");
  }

  private void add(InputFile one) throws IOException {
    if (found.size() == MAX_FILES) {
      throw tooMany();
    }
    found.add(one);
  }

  /**
   * Adds a file, or the files in it if it is an archive.
   *
   * @param path where its bytes are
   */
  private void file(String name, Opener opener, Path path, int depth) throws IOException {
    byte[] packed = first(opener, false, ZIP.length);
    if (isZip(packed)) {
      zip(name, path, depth);
      return;
    }
    if (isTar(opener)) {
      try (InputStream in = Decompression.of(opener.open())) {
        tar(name, in, depth);
      }
      return;
    }
    add(new InputFile(name, opener, Files.size(path)));
  }

  private static boolean isZip(byte[] first) {
    return Arrays.equals(first, ZIP) || Arrays.equals(first, EMPTY_ZIP);
  }

  private static boolean isTar(Opener opener) {
    try {
      return TarEntries.isTar(first(opener, true, TarEntries.BLOCK));
    } catch (IOException broken) {
      // Told when the file is read.
      return false;
    }
  }

  private static byte[] first(Opener opener, boolean unpacked, int length) throws IOException {
    try (InputStream raw = opener.open();
        InputStream in = unpacked ? Decompression.of(raw) : raw) {
      return in.readNBytes(length);
    }
  }

  private void zip(String name, Path archive, int depth) throws IOException {
    var entries = new ArrayList<ZippedFile>();
    try (var zip = new ZipFile(archive.toFile())) {
      zip.stream()
          .filter(entry -> !entry.isDirectory())
          .limit(MAX_FILES + 1L)
          .map(entry -> new ZippedFile(entry.getName(), entry.getSize()))
          .forEach(entries::add);
    }
    for (ZippedFile entry : entries) {
      String nested = name + "!" + entry.name();
      guarded(
          nested, () -> nested(nested, () -> entry(archive, entry.name()), entry.size(), depth));
    }
  }

  private static InputStream entry(Path archive, String name) throws IOException {
    var zip = new ZipFile(archive.toFile());
    try {
      ZipEntry entry = zip.getEntry(name);
      if (entry == null) {
        throw new IOException("the archive has changed: " + name + " is missing");
      }
      return new FilterInputStream(
          Decompression.bounded(zip.getInputStream(entry), entry.getCompressedSize())) {
        @Override
        public void close() throws IOException {
          super.close();
          zip.close();
        }
      };
    } catch (IOException e) {
      zip.close();
      throw e;
    }
  }

  private void tar(String name, InputStream in, int depth) throws IOException {
    var entries = new TarEntries(in);
    for (var entry = entries.next(); entry != null; entry = entries.next()) {
      Path kept = spool.keep(entry.content());
      String nested = name + "!" + entry.name();
      guarded(
          nested, () -> nested(nested, () -> Files.newInputStream(kept), Files.size(kept), depth));
    }
  }

  /** A file in an archive, which may be an archive itself. */
  private void nested(String name, Opener opener, long size, int depth) throws IOException {
    boolean mayBeArchive = depth + 1 < DEEPEST_ARCHIVE;
    boolean isZip = mayBeArchive && isZip(first(opener, true, ZIP.length));
    if (isZip) {
      Path kept;
      try (InputStream in = Decompression.of(opener.open())) {
        kept = spool.keepAsItIs(in);
      }
      zip(name, kept, depth + 1);
    } else if (mayBeArchive && isTar(opener)) {
      try (InputStream in = Decompression.of(opener.open())) {
        tar(name, in, depth + 1);
      }
    } else {
      add(new InputFile(name, opener, size));
    }
  }
}
