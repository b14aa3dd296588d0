package io.lagwatch.exporter.replay;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The files of a folder or a zip archive, in the order of the times in them. */
final class LogContainer {
  static final int MAX_FILES = 10_000;

  /** A log has a time on one of its first lines. */
  private static final int LINES_WITH_TIME = 200;

  private static final Pattern EPOCH_MILLIS = Pattern.compile("\"Timestamp\"\\s*:\\s*(\\d{13})");
  private static final int MAX_TIME_LINE = 4_096;
  private static final byte[] ZIP = {'P', 'K', 3, 4};

  private LogContainer() {}

  /** Opens the lines of one file. */
  interface Opener {
    FileLines open() throws IOException;
  }

  /** A file of the container. */
  record Part(String name, Opener opener) {}

  /** More files than are read. */
  static final class TooManyFiles extends IOException {
    private static final long serialVersionUID = 1;

    TooManyFiles() {
      super("expected at most " + MAX_FILES + " files, found more");
    }
  }

  private record Timed(Part part, Instant from) {}

  static boolean isZip(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(ZIP.length), ZIP);
    }
  }

  static List<Part> ofFolder(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return bounded(
          all.filter(Files::isRegularFile)
              .limit(MAX_FILES + 1L)
              .map(file -> new Part(file.toString(), () -> FileLines.open(file)))
              .toList());
    }
  }

  static List<Part> ofZip(Path archive) throws IOException {
    try (var zip = new ZipFile(archive.toFile())) {
      return bounded(
          zip.stream()
              .filter(entry -> !entry.isDirectory())
              .limit(MAX_FILES + 1L)
              .map(ZipEntry::getName)
              .map(name -> new Part(archive + "!" + name, () -> entry(archive, name)))
              .toList());
    }
  }

  private static List<Part> bounded(List<Part> parts) throws TooManyFiles {
    if (parts.size() > MAX_FILES) {
      throw new TooManyFiles();
    }
    return parts;
  }

  private static FileLines entry(Path archive, String name) throws IOException {
    var zip = new ZipFile(archive.toFile());
    try {
      ZipEntry entry = zip.getEntry(name);
      if (entry == null) {
        throw new IOException("the archive has changed: " + name + " is missing");
      }
      return FileLines.of(
          new FilterInputStream(zip.getInputStream(entry)) {
            @Override
            public void close() throws IOException {
              super.close();
              zip.close();
            }
          });
    } catch (IOException e) {
      zip.close();
      throw e;
    }
  }

  /** The parts by the first time in each, then by name; a part without a time is last. */
  static List<Part> byTime(List<Part> parts) throws IOException {
    var timed = new ArrayList<Timed>();
    for (Part part : parts) {
      timed.add(new Timed(part, firstTime(part)));
    }
    return timed.stream()
        .sorted(Comparator.comparing(Timed::from).thenComparing(t -> t.part().name()))
        .map(Timed::part)
        .toList();
  }

  private static Instant firstTime(Part part) throws IOException {
    var times = new LogTime(ZoneOffset.UTC);
    try (FileLines lines = part.opener().open()) {
      for (int i = 0; i < LINES_WITH_TIME; i++) {
        byte[] line = lines.next();
        if (line == null) {
          break;
        }
        String text =
            new String(line, 0, Math.min(line.length, MAX_TIME_LINE), StandardCharsets.UTF_8);
        Matcher millis = EPOCH_MILLIS.matcher(text);
        if (millis.find()) {
          return Instant.ofEpochMilli(Long.parseLong(millis.group(1)));
        }
        int timestamp = text.indexOf("\"timestamp\"");
        Instant at = times.of(timestamp < 0 ? text : text.substring(timestamp));
        if (at != null) {
          return at;
        }
      }
    }
    return Instant.MAX;
  }
}
