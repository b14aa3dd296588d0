package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.replay.EventLogReader.NamedLines;
import io.lagwatch.exporter.replay.LogContainer.Part;
import io.lagwatch.exporter.replay.TimelineReader.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Opens what a replay is given: a recorded timeline, a Spark event log or a driver's log, told by
 * its first line. Logs can also be the files of a folder or a zip archive.
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

  /**
   * Opens a file, a folder or an archive.
   *
   * @param zone of the line times that have none; null to take the one that agrees with the
   *     progress
   */
  static TimelineSource open(Path path, Consumer<Unreadable> unreadable, @Nullable ZoneId zone)
      throws Unusable {
    try {
      if (Files.isDirectory(path)) {
        return folder(path, unreadable, zone);
      }
      return LogContainer.isZip(path)
          ? several(path, LogContainer.ofZip(path), unreadable, zone)
          : single(path, unreadable, zone);
    } catch (NoSuchFileException e) {
      throw new Unusable(path, "expected a file, found none");
    } catch (IOException e) {
      throw new Unusable(path, "expected a file that can be read, found " + e);
    }
  }

  private static TimelineSource single(
      Path path, Consumer<Unreadable> unreadable, @Nullable ZoneId zone)
      throws IOException, Unusable {
    byte[] first = firstLine(() -> FileLines.open(path));
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
    var part = new Part(path.toString(), () -> FileLines.open(path));
    return new DriverLogReader(name(path), List.of(part), unreadable, zone);
  }

  /** The first line of a recording has the time at which it was written, and one of three parts. */
  private static boolean isRecording(byte[] line) {
    return line[0] == '{'
        && RECORDED
            .matcher(
                new String(line, 0, Math.min(RECORDED_WITHIN, line.length), StandardCharsets.UTF_8))
            .find();
  }

  private static TimelineSource folder(
      Path folder, Consumer<Unreadable> unreadable, @Nullable ZoneId zone)
      throws IOException, Unusable {
    List<Part> parts = LogContainer.ofFolder(folder);
    List<Part> rolled = parts.stream().filter(ReplayFile::isRolled).toList();
    return several(folder, rolled.isEmpty() ? parts : rolled, unreadable, zone);
  }

  /** Reads the parts of a container as one log; all of them must be of one kind. */
  private static TimelineSource several(
      Path container, List<Part> parts, Consumer<Unreadable> unreadable, @Nullable ZoneId zone)
      throws IOException, Unusable {
    var events = new ArrayList<Part>();
    var logs = new ArrayList<Part>();
    for (Part part : parts) {
      byte[] first = firstLine(part.opener());
      if (first.length > 0 && isRecording(first)) {
        throw new Unusable(
            container, "expected logs, found the recording " + part.name() + ": give it by itself");
      }
      if (first.length > 0) {
        (EventLogReader.looksLike(first) ? events : logs).add(part);
      }
    }
    if (events.isEmpty() && logs.isEmpty()) {
      throw new Unusable(container, EXPECTED + ", found no file with content");
    }
    if (!events.isEmpty() && !logs.isEmpty()) {
      throw new Unusable(
          container,
          "expected event logs or driver logs, found both (%s and %s): give them separately"
              .formatted(events.get(0).name(), logs.get(0).name()));
    }
    if (events.isEmpty()) {
      return new DriverLogReader(name(container), LogContainer.byTime(logs), unreadable, zone);
    }
    var lines = new ArrayList<NamedLines>();
    for (Part part : inOrder(events)) {
      lines.add(new NamedLines(part.name(), part.opener().open()));
    }
    return new EventLogReader(name(container), lines, unreadable);
  }

  /** Files of a rolled log are numbered; other event logs are ordered by their times. */
  private static List<Part> inOrder(List<Part> events) throws IOException {
    return events.stream().allMatch(ReplayFile::isRolled)
        ? events.stream().sorted(Comparator.comparingInt(ReplayFile::number)).toList()
        : LogContainer.byTime(events);
  }

  private static byte[] firstLine(LogContainer.Opener opener) throws IOException {
    try (FileLines lines = opener.open()) {
      byte[] line = lines.next();
      while (line != null
          && new String(line, 0, Math.min(64, line.length), StandardCharsets.ISO_8859_1)
              .isBlank()) {
        line = lines.next();
      }
      return line == null ? new byte[0] : line;
    }
  }

  private static boolean isRolled(Part part) {
    return ROLLED.matcher(lastName(part)).matches();
  }

  private static int number(Part part) {
    Matcher name = ROLLED.matcher(lastName(part));
    return name.matches() ? Integer.parseInt(name.group(1)) : 0;
  }

  private static String lastName(Part part) {
    return part.name().substring(part.name().replace('\\', '/').lastIndexOf('/') + 1);
  }

  private static String name(Path path) {
    Path name = path.getFileName();
    return name == null ? path.toString() : name.toString();
  }
}
