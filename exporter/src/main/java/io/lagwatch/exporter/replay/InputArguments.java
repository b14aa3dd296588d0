package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.replay.TimelineReader.Unreadable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of logs that a replay is given, by the first time in each, and what each argument came
 * to. Not thread-safe.
 */
final class InputArguments implements AutoCloseable {
  static final String EXPECTED =
      "expected a recorded timeline, a Spark event log or a driver's log with streaming progress";
  private static final String ROLLED = "eventlog_v2_";
  private static final int PROBED_LINES = 5_000;
  private static final int LINES_WITH_TIME = 200;
  private static final int SHOWN = 60;

  private final Spool spool = new Spool();
  private final List<Argument> arguments = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();

  /**
   * A file.
   *
   * @param application the name of its application if the log has none
   * @param from the first time in it; the latest instant if there is none
   * @param order of its lines
   */
  record Part(
      String name,
      String application,
      Instant from,
      LineOrder order,
      InputFiles.InputFile file,
      Argument of) {}

  /** What the user named. */
  private static final class Argument {
    final Path path;
    final List<String> failures = new ArrayList<>();
    boolean isUsed;
    boolean isBinary;
    long lines;
    String firstLine = "";

    Argument(Path path) {
      this.path = path;
    }

    private String nothingFound() {
      String found =
          lines == 0
              ? "an empty file"
              : isBinary
                  ? "binary data"
                  : "none in " + lines + " lines, the first is: " + firstLine;
      return path + ": " + EXPECTED + ", found " + found;
    }
  }

  InputArguments(List<Path> paths, @Nullable ZoneId zone, PipedInput pipes) {
    for (Path path : paths) {
      var argument = new Argument(path);
      arguments.add(argument);
      try {
        for (InputFiles.InputFile file :
            InputFiles.of(path, spool, pipes, (name, why) -> fail(argument, name, why))) {
          add(argument, file, zone);
        }
      } catch (NoSuchFileException e) {
        argument.failures.add(path + ": expected a file, found none");
      } catch (IOException e) {
        argument.failures.add(path + ": expected a file that can be read, found " + reason(e));
      }
    }
    parts.sort(Comparator.comparing(Part::from).thenComparing(Part::name));
  }

  private void add(Argument argument, InputFiles.InputFile file, @Nullable ZoneId zone) {
    try {
      LineOrder order = order(file);
      parts.add(
          new Part(
              file.name(),
              application(argument.path, file),
              order == LineOrder.OLDEST_FIRST ? firstTime(file, zone) : Instant.MIN,
              order,
              file,
              argument));
    } catch (IOException e) {
      fail(argument, file.name(), e);
    }
  }

  private static String application(Path path, InputFiles.InputFile file) {
    String[] folders = file.name().replace('\\', '/').split("[/!]", -1);
    for (String folder : folders) {
      if (folder.startsWith(ROLLED)) {
        return folder;
      }
    }
    Path name = path.toAbsolutePath().normalize().getFileName();
    return name == null ? path.toString() : name.toString();
  }

  /** The order of lines in which a file has progress that can be read. */
  private static LineOrder order(InputFiles.InputFile file) throws IOException {
    Probe beginning = probe(file, LineOrder.OLDEST_FIRST, PROBED_LINES);
    if (beginning.hasProgress || !beginning.isUnclear) {
      return LineOrder.OLDEST_FIRST;
    }
    // A document may be longer than what was read, so all of the file counts now.
    for (LineOrder order : LineOrder.values()) {
      if (probe(file, order, Long.MAX_VALUE).hasProgress) {
        return order;
      }
    }
    return LineOrder.OLDEST_FIRST;
  }

  /**
   * What lines of a file have in one order.
   *
   * @param isUnclear whether a document was cut off or could not be used
   */
  private record Probe(boolean hasProgress, boolean isUnclear) {}

  private static Probe probe(InputFiles.InputFile file, LineOrder order, long maxLines)
      throws IOException {
    var notUsed = new ArrayList<Unreadable>();
    try (FileLines lines = file.lines()) {
      var reader =
          new LogFileReader(
              new LogFileReader.Opened(file.name(), lines.limitedTo(maxLines)),
              order,
              new LogTime(ZoneOffset.UTC),
              follows -> null,
              notUsed::add);
      for (LogEvent event = reader.next(); event != null; event = reader.next()) {
        if (event instanceof LogEvent.Progressed || event instanceof LogEvent.Recorded) {
          return new Probe(true, false);
        }
      }
      return new Probe(false, reader.hasCutDocument() || !notUsed.isEmpty());
    } catch (HeldLines.TooLarge notHeld) {
      return new Probe(false, true);
    }
  }

  /** The time of the first event of a file; else the first time in it, read as UTC. */
  private static Instant firstTime(InputFiles.InputFile file, @Nullable ZoneId zone)
      throws IOException {
    try (FileLines lines = file.lines()) {
      var reader =
          new LogFileReader(
              new LogFileReader.Opened(file.name(), lines.limitedTo(PROBED_LINES)),
              LineOrder.OLDEST_FIRST,
              new LogTime(zone),
              follows -> null,
              line -> {});
      for (LogEvent event = reader.next(); event != null; event = reader.next()) {
        Instant at = event.at();
        if (at != null) {
          return at;
        }
      }
    }
    var utc = new LogTime(ZoneOffset.UTC);
    try (FileLines lines = file.lines().limitedTo(LINES_WITH_TIME)) {
      for (byte[] line = lines.next(); line != null; line = lines.next()) {
        Instant at = utc.of(LogFileReader.plain(line));
        if (at != null) {
          return at;
        }
      }
    }
    return Instant.MAX;
  }

  /** By the first time in each. */
  List<Part> parts() {
    return parts;
  }

  /** The bytes of all files; negative if they are unknown. */
  long size() {
    boolean isKnown = parts.stream().allMatch(part -> part.file().size() >= 0);
    return isKnown ? parts.stream().mapToLong(part -> part.file().size()).sum() : -1;
  }

  /** Something in the file was used. */
  void used(Part part) {
    part.of().isUsed = true;
  }

  /** A file was read to its end. */
  void read(Part part, LogFileReader reader) {
    Argument argument = part.of();
    if (argument.lines == 0) {
      argument.firstLine = reader.firstLine();
    }
    argument.lines += reader.lines();
    argument.isBinary |= reader.isBinary();
  }

  void failed(Part part, IOException why) {
    fail(part.of(), part.name(), why);
  }

  private static void fail(Argument argument, String file, IOException why) {
    argument.failures.add(
        file + ": expected a file that can be read to its end, found " + reason(why));
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** What could not be read, or had nothing in it. */
  List<String> problems() {
    var problems = new ArrayList<String>();
    for (Argument argument : arguments) {
      problems.addAll(argument.failures);
      if (!argument.isUsed && argument.failures.isEmpty()) {
        problems.add(argument.nothingFound());
      }
    }
    return problems;
  }

  @Override
  public void close() throws IOException {
    spool.close();
  }

  /** The beginning of a line, for a message. */
  static String shown(String line) {
    return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
  }
}
