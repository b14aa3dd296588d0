package io.lagwatch.exporter.replay;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final byte[] EMPTY_ZIP = {'P', 'K', 5, 6};

  private final Spool spool;
  private final List<InputFile> found = new ArrayList<>();

  /** Opens the bytes of a file, still compressed. */
  interface Opener {
    InputStream open() throws IOException;
  }

  /** A file. */
  record InputFile(String name, Opener opener) {
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

  private InputFiles(Spool spool) {
    this.spool = spool;
  }

  /**
   * The files behind a path.
   *
   * @param spool keeps what cannot be read twice
   */
  static List<InputFile> of(Path path, Spool spool) throws IOException {
    var files = new InputFiles(spool);
    if (path.toString().equals("-")) {
      files.standardInput();
    } else if (Files.isDirectory(path)) {
      files.folder(path);
    } else if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    } else {
      files.file(path.toString(), () -> Files.newInputStream(path), path, 0);
    }
    return files.found;
  }

  private void standardInput() throws IOException {
    var in = new BufferedInputStream(System.in);
    in.mark(ZIP.length);
    byte[] first = in.readNBytes(ZIP.length);
    in.reset();
    boolean isZip = Arrays.equals(first, ZIP);
    Path kept = isZip ? spool.keepAsItIs(in) : spool.keep(in);
    file("standard input", () -> Files.newInputStream(kept), kept, 0);
  }

  private void folder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder, DEEPEST_FOLDER)) {
      files = all.filter(InputFiles::isVisible).limit(MAX_FILES + 1L).toList();
    }
    if (files.size() > MAX_FILES) {
      throw tooMany();
    }
    for (Path file : files) {
      file(file.toString(), () -> Files.newInputStream(file), file, 0);
    }
  }

  /** Hadoop keeps checksums in hidden files; Spark's file with the status is empty. */
  private static boolean isVisible(Path file) {
    Path name = file.getFileName();
    return Files.isRegularFile(file) && name != null && !name.toString().startsWith(".");
  }

  private static IOException tooMany() {
    return new IOException("expected at most " + MAX_FILES + " files, found more");
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
    add(new InputFile(name, opener));
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
    var names = new ArrayList<String>();
    try (var zip = new ZipFile(archive.toFile())) {
      zip.stream()
          .filter(entry -> !entry.isDirectory())
          .limit(MAX_FILES + 1L)
          .map(ZipEntry::getName)
          .forEach(names::add);
    }
    for (String entry : names) {
      nested(name + "!" + entry, () -> entry(archive, entry), depth);
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
      nested(name + "!" + entry.name(), () -> Files.newInputStream(kept), depth);
    }
  }

  /** A file in an archive, which may be an archive itself. */
  private void nested(String name, Opener opener, int depth) throws IOException {
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
      add(new InputFile(name, opener));
    }
  }
}
