package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.ProgressDecoder;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.ReportDecoder;
import io.lagwatch.exporter.replay.TimelineReader.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads Spark's event log ({@code spark.eventLog.enabled}) as the reports a listener would have
 * sent; all but the events of streaming queries and the application's own is passed over unparsed.
 * A rolled log is its files one after the other. Not thread-safe.
 */
final class EventLogReader implements TimelineSource {
  private static final String STREAMING =
      "org.apache.spark.sql.streaming.StreamingQueryListener$Query";
  private static final byte[][] WANTED = {
    bytes("StreamingQueryListener$Query"),
    bytes("SparkListenerApplicationStart"),
    bytes("SparkListenerApplicationEnd"),
    bytes("SparkListenerLogStart")
  };

  /** The name of an event stands this far from the beginning of its line at most. */
  private static final int NAME_WITHIN = 160;

  private final List<NamedLines> files;
  private final Consumer<Unreadable> unreadable;
  private final JsonMapper mapper = ReportDecoder.mapper();
  private final QueryEvents events;
  private int file;

  /** The lines of one file of the log. */
  record NamedLines(String name, FileLines lines) {}

  EventLogReader(String name, List<NamedLines> files, Consumer<Unreadable> unreadable) {
    this.files = new ArrayList<>(files);
    this.unreadable = unreadable;
    this.events = new QueryEvents(name);
  }

  /** Whether a line can stand in an event log. */
  static boolean looksLike(byte[] line) {
    return line.length > 0 && line[0] == '{' && indexOf(line, bytes("\"Event\""), NAME_WITHIN) >= 0;
  }

  @Override
  public @Nullable TimelineLine next() throws IOException {
    for (TimelineLine made = events.next(); ; made = events.next()) {
      if (made != null) {
        return made;
      }
      if (!read()) {
        return events.next();
      }
    }
  }

  /** Takes one line of the log; false after the last. */
  private boolean read() throws IOException {
    while (file < files.size()) {
      NamedLines current = files.get(file);
      byte[] line = current.lines().next();
      if (line == null) {
        file++;
      } else {
        take(line, current);
        return true;
      }
    }
    return false;
  }

  private void take(byte[] line, NamedLines from) {
    boolean wanted = false;
    for (byte[] name : WANTED) {
      wanted |= indexOf(line, name, NAME_WITHIN) >= 0;
    }
    if (!wanted) {
      if (line.length > 0 && line[0] != '{') {
        tell(from, "expected an event of Spark as a JSON object, found something else");
      }
      return;
    }
    try {
      event(mapper.readTree(line));
    } catch (IOException | DateTimeException e) {
      tell(
          from,
          from.lines().torn()
              ? "the last line has no end, as after a kill"
              : "expected an event of Spark, found " + e.getClass().getSimpleName());
    }
  }

  private void tell(NamedLines from, String message) {
    unreadable.accept(
        new Unreadable(from.name(), from.lines().number(), message, from.lines().torn()));
  }

  private void event(JsonNode event) {
    String name = event.path("Event").asText();
    switch (name) {
      case "SparkListenerLogStart" -> events.sparkVersion(event.path("Spark Version").asText());
      case "SparkListenerApplicationStart" ->
          events.application(
              event.path("App ID").asText("unknown"), event.path("App Name").asText("unknown"));
      case "SparkListenerApplicationEnd" ->
          events.applicationEnded(Instant.ofEpochMilli(event.path("Timestamp").asLong()));
      case STREAMING + "StartedEvent" ->
          events.started(identity(event), Instant.parse(event.path("timestamp").asText()));
      case STREAMING + "IdleEvent" ->
          events.idled(identity(event), Instant.parse(event.path("timestamp").asText()));
      case STREAMING + "ProgressEvent" -> progress(event.path("progress"));
      case STREAMING + "TerminatedEvent" -> events.terminated(identity(event), error(event));
      default -> {}
    }
  }

  private void progress(JsonNode json) {
    Progress progress = ProgressDecoder.decode(json);
    if (progress == null) {
      throw new DateTimeException("a progress without a time or a batch");
    }
    events.progressed(identity(json), progress);
  }

  private static QueryEvents.Identity identity(JsonNode event) {
    JsonNode name = event.path("name");
    return new QueryEvents.Identity(
        event.path("id").asText(),
        event.path("runId").asText(),
        name.isTextual() ? name.textValue() : null);
  }

  private static Report.@Nullable QueryError error(JsonNode event) {
    JsonNode exception = event.path("exception");
    if (!exception.isTextual()) {
      return null;
    }
    String first = exception.textValue().lines().findFirst().orElse("");
    int colon = first.indexOf(": ");
    return colon < 0
        ? new Report.QueryError(first, null)
        : new Report.QueryError(first.substring(0, colon), first.substring(colon + 2));
  }

  static int indexOf(byte[] line, byte[] wanted, int within) {
    int last = Math.min(line.length - wanted.length, within);
    for (int at = 0; at <= last; at++) {
      int same = 0;
      while (same < wanted.length && line[at + same] == wanted[same]) {
        same++;
      }
      if (same == wanted.length) {
        return at;
      }
    }
    return -1;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public ReadCounts counts() {
    return events.counts();
  }

  @Override
  public void close() throws IOException {
    for (NamedLines own : files) {
      own.lines().close();
    }
  }
}
