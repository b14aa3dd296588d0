package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.replay.LogEvent.Identity;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The events of Spark's event log ({@code spark.eventLog.enabled}). */
final class SparkEvents {
  private static final String STREAMING =
      "org.apache.spark.sql.streaming.StreamingQueryListener$Query";
  private static final byte[] EVENT = bytes("\"Event\"");
  private static final byte[][] WANTED = {
    bytes("StreamingQueryListener$Query"),
    bytes("SparkListenerApplicationStart"),
    bytes("SparkListenerApplicationEnd"),
    bytes("SparkListenerLogStart"),
    bytes("SparkListenerJobStart")
  };

  private static final byte[][] TIME_KEYS = {
    bytes("Timestamp\""),
    bytes("Submission Time\""),
    bytes("Completion Time\""),
    bytes("Launch Time\""),
    bytes("Finish Time\""),
    bytes("\"time\"")
  };

  /** The name of an event stands this far from the beginning of its line at most. */
  private static final int NAME_WITHIN = 160;

  /** The times of an event stand near its beginning or its end. */
  private static final int TIME_WITHIN = 300;

  private static final int MILLIS_DIGITS = 13;

  private SparkEvents() {}

  /** Whether a line is an event. */
  static boolean isEvent(byte[] line) {
    return line.length > 0 && line[0] == '{' && indexOf(line, EVENT, NAME_WITHIN) >= 0;
  }

  /** Whether an event tells of a query or of the application. */
  static boolean isWanted(byte[] line) {
    for (byte[] name : WANTED) {
      if (indexOf(line, name, NAME_WITHIN) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** The time in an event that is not read further; null when it is not found quickly. */
  static @Nullable Instant time(byte[] line) {
    int from = Math.max(0, line.length - TIME_WITHIN);
    Instant late = time(line, from, line.length);
    return late != null ? late : time(line, 0, Math.min(TIME_WITHIN, from));
  }

  private static @Nullable Instant time(byte[] line, int from, int to) {
    long last = -1;
    for (int at = from; at < to; at++) {
      if (line[at] == ':' && isTimeBefore(line, at)) {
        last = Math.max(last, millis(line, at + 1, to));
      }
    }
    return last < 0 ? null : Instant.ofEpochMilli(last);
  }

  /** Other numbers, such as nanoseconds of CPU time, are as long as milliseconds since 1970. */
  private static boolean isTimeBefore(byte[] line, int colon) {
    for (byte[] key : TIME_KEYS) {
      if (colon >= key.length
          && Arrays.equals(line, colon - key.length, colon, key, 0, key.length)) {
        return true;
      }
    }
    return false;
  }

  /** The number with 13 digits at a position; negative if there is none. */
  private static long millis(byte[] line, int from, int to) {
    int digit = from;
    while (digit < to && line[digit] == ' ') {
      digit++;
    }
    long value = 0;
    int digits = 0;
    while (digit < to && line[digit] >= '0' && line[digit] <= '9' && digits <= MILLIS_DIGITS) {
      value = value * 10 + line[digit] - '0';
      digits++;
      digit++;
    }
    return digits == MILLIS_DIGITS && digit < to ? value : -1;
  }

  /**
   * What an event says; null when it is no event of interest. The progress is left to the reader.
   *
   * @throws DateTimeException when its time cannot be read
   */
  static @Nullable LogEvent of(JsonNode event) {
    String name = event.path("Event").asText();
    return switch (name) {
      case "SparkListenerLogStart" ->
          new LogEvent.DriverStarted(event.path("Spark Version").asText(), null);
      case "SparkListenerApplicationStart" ->
          new LogEvent.ApplicationNamed(
              event.path("App ID").textValue(),
              event.path("App Name").asText("unknown"),
              millis(event.path("Timestamp")));
      case "SparkListenerApplicationEnd" ->
          new LogEvent.ApplicationEnded(millis(event.path("Timestamp")));
      case "SparkListenerJobStart" -> job(event);
      case STREAMING + "StartedEvent" ->
          new LogEvent.Started(identity(event), time(event.path("timestamp")));
      case STREAMING + "IdleEvent" ->
          new LogEvent.Idled(identity(event), time(event.path("timestamp")));
      case STREAMING + "TerminatedEvent" ->
          new LogEvent.Terminated(identity(event), error(event.path("exception")), null);
      default -> null;
    };
  }

  /** A job of a streaming query is a sign that a batch runs: its group is the run. */
  private static LogEvent job(JsonNode event) {
    Instant at = millis(event.path("Submission Time"));
    JsonNode properties = event.path("Properties");
    String runId = properties.path("spark.jobGroup.id").asText();
    if (at != null && properties.path("streaming.sql.batchId").isTextual() && !runId.isEmpty()) {
      return new LogEvent.BatchRuns(runId, at);
    }
    return new LogEvent.Seen(at == null ? Instant.EPOCH : at);
  }

  static Identity identity(JsonNode event) {
    JsonNode name = event.path("name");
    String runId = event.path("runId").asText();
    return new Identity(
        event.path("id").asText(runId), runId, name.isTextual() ? name.textValue() : null);
  }

  /** The first line of an exception; null when there is none. */
  static Report.@Nullable QueryError error(JsonNode exception) {
    if (!exception.isTextual()) {
      return null;
    }
    String first = exception.textValue().lines().findFirst().orElse("");
    int colon = first.indexOf(": ");
    return colon < 0
        ? new Report.QueryError(first, null)
        : new Report.QueryError(first.substring(0, colon), first.substring(colon + 2));
  }

  private static @Nullable Instant time(JsonNode text) {
    return text.isTextual() ? Instant.parse(text.textValue()) : null;
  }

  private static @Nullable Instant millis(JsonNode number) {
    return number.canConvertToLong() && number.longValue() > 0
        ? Instant.ofEpochMilli(number.longValue())
        : null;
  }

  private static int indexOf(byte[] line, byte[] wanted, int within) {
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

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
