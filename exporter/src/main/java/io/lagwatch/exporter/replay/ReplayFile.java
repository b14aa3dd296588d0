package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.replay.TimelineReader.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is replayed as one: a recorded timeline, or all the logs that a replay is given.
 *
 * @param isRecording told by the first line of the file
 */
record ReplayFile(List<Path> paths, boolean isRecording) {
  private static final Pattern RECORDED = Pattern.compile("^\\s*\\{\\s*\"at\"\\s*:");
  private static final int RECORDED_WITHIN = 64;

  /** Each recording by itself, and all logs together in the place of the first. */
  static List<ReplayFile> of(List<Path> paths) {
    var files = new ArrayList<ReplayFile>();
    var logs = new ArrayList<Path>();
    for (Path path : paths) {
      if (isRecording(path)) {
        files.add(new ReplayFile(List.of(path), true));
      } else {
        if (logs.isEmpty()) {
          files.add(new ReplayFile(logs, false));
        }
        logs.add(path);
      }
    }
    return files;
  }

  private static boolean isRecording(Path path) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (FileLines lines = FileLines.open(path)) {
      byte[] line = lines.next();
      return line != null
          && RECORDED
              .matcher(
                  new String(
                      line, 0, Math.min(RECORDED_WITHIN, line.length), StandardCharsets.UTF_8))
              .find();
    } catch (IOException toldLater) {
      return false;
    }
  }

  /**
   * Opens it.
   *
   * @param zone of the line times that have none; null to take the one that agrees with the
   *     progress
   */
  TimelineSource open(Consumer<Unreadable> unreadable, @Nullable ZoneId zone, PipedInput pipes)
      throws IOException {
    return isRecording
        ? TimelineReader.open(paths.get(0), unreadable)
        : new LogReader(new InputArguments(paths, zone, pipes), unreadable, zone);
  }

  @Override
  public String toString() {
    return paths.stream().map(Path::toString).collect(Collectors.joining(", "));
  }
}
