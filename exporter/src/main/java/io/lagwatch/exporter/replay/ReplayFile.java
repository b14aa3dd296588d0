package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.replay.EventLogReader.NamedLines;
import io.lagwatch.exporter.replay.TimelineReader.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Opens what a replay is given: a recorded timeline, a Spark event log (a file, or the folder of a
 * rolled one) or a driver's log, told by its first line.
 */
final class ReplayFile {
  private static final Pattern ROLLED = Pattern.compile("events_(\\d{1,9})_.*");
  private static final Pattern RECORDED = Pattern.compile("^\\{\\s*\"at\"\\s*:");
  private static final int RECORDED_WITHIN = 64;
  private static final String EXPECTED =
      "expected a recorded timeline, a Spark event log or a driver's log with streaming progress";

  private ReplayFile() {}

  /** A file that cannot be replayed, and why: {@code file: expected X, found Y}. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    Unusable(Path file, String message) {
      super(file + ": " + message, null, false, false);
    }
  }

  static TimelineSource open(Path path, Consumer<Unreadable> unreadable) throws Unusable {
    try {
      return Files.isDirectory(path) ? rolled(path, unreadable) : single(path, unreadable);
    } catch (NoSuchFileException e) {
      throw new Unusable(path, "expected a file, found none");
    } catch (IOException e) {
      throw new Unusable(path, "expected a file that can be read, found " + e);
    }
  }

  private static TimelineSource single(Path path, Consumer<Unreadable> unreadable)
      throws IOException, Unusable {
    byte[] first = firstLine(path);
    if (first.length == 0) {
      throw new Unusable(path, EXPECTED + ", found an empty file");
    }
    if (EventLogReader.looksLike(first)) {
      var lines = List.of(new NamedLines(path.toString(), FileLines.open(path)));
      return new EventLogReader(name(path), lines, unreadable);
    }
    if (isRecording(first)) {
      return TimelineReader.open(path, unreadable);
    }
    return new DriverLogReader(name(path), FileLines.open(path), unreadable, null);
  }

  /** The first line of a recording has the time at which it was written, and one of three parts. */
  private static boolean isRecording(byte[] line) {
    return line[0] == '{'
        && RECORDED
            .matcher(
                new String(line, 0, Math.min(RECORDED_WITHIN, line.length), StandardCharsets.UTF_8))
            .find();
  }

  private static TimelineSource rolled(Path folder, Consumer<Unreadable> unreadable)
      throws IOException, Unusable {
    List<Path> parts;
    try (Stream<Path> all = Files.list(folder)) {
      parts =
          all.filter(p -> ROLLED.matcher(name(p)).matches())
              .sorted(Comparator.comparingInt(ReplayFile::part))
              .toList();
    }
    if (parts.isEmpty()) {
      throw new Unusable(folder, EXPECTED + ", found a folder that is no rolled event log");
    }
    var lines = new ArrayList<NamedLines>();
    for (Path part : parts) {
      lines.add(new NamedLines(part.toString(), FileLines.open(part)));
    }
    return new EventLogReader(name(folder), lines, unreadable);
  }

  private static byte[] firstLine(Path path) throws IOException {
    try (FileLines lines = FileLines.open(path)) {
      byte[] line = lines.next();
      while (line != null
          && new String(line, 0, Math.min(64, line.length), StandardCharsets.ISO_8859_1)
              .isBlank()) {
        line = lines.next();
      }
      return line == null ? new byte[0] : line;
    }
  }

  private static int part(Path path) {
    Matcher name = ROLLED.matcher(name(path));
    return name.matches() ? Integer.parseInt(name.group(1)) : 0;
  }

  private static String name(Path path) {
    Path name = path.getFileName();
    return name == null ? path.toString() : name.toString();
  }
}
