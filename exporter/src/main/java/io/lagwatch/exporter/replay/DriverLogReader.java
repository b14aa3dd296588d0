package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.ProgressDecoder;
import io.lagwatch.exporter.ingest.ReportDecoder;
import io.lagwatch.exporter.replay.TimelineReader.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a driver's log for the progress that Spark's {@code MicroBatchExecution} writes at level
 * INFO: {@code Streaming query made progress: \{} and the pretty-printed JSON on the lines below. A
 * log does not say how a query ended. Not thread-safe.
 */
final class DriverLogReader implements TimelineSource {
  private static final byte[] MADE_PROGRESS =
      EventLogReader.bytes("Streaming query made progress: {");

  /** More than the longest progress that has been seen; past it the closing brace was lost. */
  private static final int MOST_CHARACTERS = 4 * 1024 * 1024;

  private final String name;
  private final FileLines lines;
  private final Consumer<Unreadable> unreadable;
  private final JsonMapper mapper = ReportDecoder.mapper();
  private final QueryEvents events;
  private byte @Nullable [] ahead;

  DriverLogReader(String name, FileLines lines, Consumer<Unreadable> unreadable) {
    this.name = name;
    this.lines = lines;
    this.unreadable = unreadable;
    this.events = new QueryEvents(name);
  }

  /** Whether progress begins on this line. */
  static boolean looksLike(byte[] line) {
    return EventLogReader.indexOf(line, MADE_PROGRESS, line.length) >= 0;
  }

  @Override
  public @Nullable TimelineLine next() throws IOException {
    TimelineLine made = events.next();
    while (made == null) {
      byte[] line = ahead == null ? lines.next() : ahead;
      ahead = null;
      if (line == null) {
        return null;
      }
      int at = EventLogReader.indexOf(line, MADE_PROGRESS, line.length);
      if (at >= 0) {
        block(line, at + MADE_PROGRESS.length - 1);
      }
      made = events.next();
    }
    return made;
  }

  /** Takes the block that begins with the brace at {@code from}; it ends where that is closed. */
  private void block(byte[] first, int from) throws IOException {
    long began = lines.number();
    var json =
        new StringBuilder(new String(first, from, first.length - from, StandardCharsets.UTF_8));
    boolean whole = first[first.length - 1] == '}' && first.length - from > 1;
    while (!whole && json.length() < MOST_CHARACTERS) {
      byte[] line = lines.next();
      if (line == null || looksLike(line)) {
        ahead = line;
        break;
      }
      String text = new String(line, StandardCharsets.UTF_8);
      json.append('\n').append(text);
      whole = text.startsWith("}");
    }
    try {
      take(mapper.readTree(json.toString()));
    } catch (IOException notJson) {
      boolean torn = !whole && ahead == null;
      unreadable.accept(
          new Unreadable(
              name,
              began,
              torn
                  ? "the last progress has no end, as after a kill"
                  : "expected the JSON of a progress, found it broken",
              torn));
    }
  }

  private void take(JsonNode json) {
    Progress progress = ProgressDecoder.decode(json);
    if (progress != null) {
      JsonNode queryName = json.path("name");
      events.progressed(
          new QueryEvents.Identity(
              json.path("id").asText(),
              json.path("runId").asText(),
              queryName.isTextual() ? queryName.textValue() : null),
          progress);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
