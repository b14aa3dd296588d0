package io.lagwatch.exporter.replay;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of a log inside the records of a structured one: in a field such as {@code msg}, with
 * the time and the exception in others. Not thread-safe.
 */
final class StructuredText {
  private static final String[] TEXT_FIELDS = {
    "msg",
    "message",
    "log",
    "textPayload",
    "@message",
    "MESSAGE",
    "text",
    "line",
    "body",
    "Body",
    "_raw",
    "event",
    "data",
    "content"
  };
  private static final String[] TIME_FIELDS = {
    "ts",
    "time",
    "@timestamp",
    "timestamp",
    "_time",
    "date",
    "datetime",
    "timeMillis",
    "asctime",
    "TimeGenerated",
    "__REALTIME_TIMESTAMP",
    "instant",
    "timeUnixNano",
    "observedTimeUnixNano"
  };

  /** Other names of a field with a time. */
  private static final Pattern TIME_FIELD =
      Pattern.compile("(?:^|[^a-z])(?:date|time|stamp|ts)|(?:time|date|stamp)$", CASE_INSENSITIVE);

  private static final String[] EXCEPTION_FIELDS = {
    "exception", "error", "thrown", "stack_trace", "error.stack_trace", "stackTrace"
  };

  /** Docker writes a long line as several records, all but the last without a line end. */
  private static final int MAX_PARTIAL = OpenDocument.MAX_CHARACTERS;

  private final LogTime times;
  private final RecordListener listener;
  private final StringBuilder partial = new StringBuilder();
  private boolean endsLines;

  /** What the text of records is told to. */
  interface RecordListener {
    /** What follows is of another record. */
    void begin();

    /** A record is of this time. */
    void time(Instant at);

    /** A record has a time whose zone is not known yet. */
    void timeText(String time);

    /** A line of text in a record. */
    void line(String text, long number);

    /** Whether the next line may belong to what is read: a document that is open, a failure. */
    boolean awaitsLine();

    /** The exception of the record. */
    void exception(String text);
  }

  StructuredText(LogTime times, RecordListener listener) {
    this.times = times;
    this.listener = listener;
  }

  /** The next text is of another record. */
  void begin() {
    listener.begin();
  }

  /** Takes a record; false when none of its own fields has the text of a log. */
  boolean record(ObjectNode json, long number) {
    for (String field : TEXT_FIELDS) {
      String text = text(json.path(field));
      if (text != null) {
        time(json);
        if (field.equals("log")) {
          dockerLines(text, number);
        } else {
          text.lines().forEach(inside -> listener.line(inside, number));
        }
        exception(json);
        return true;
      }
    }
    JsonNode values = json.path("values");
    if (values.isArray() && lokiValues(values, number)) {
      return true;
    }
    time(json);
    return false;
  }

  /** Takes a text in a record whose fields have unknown names. */
  void value(String text, long number) {
    if (listener.awaitsLine() || LineFilter.matters(text)) {
      text.lines().forEach(inside -> listener.line(inside, number));
    } else if (LogTime.isIn(text)) {
      listener.timeText(text);
    }
  }

  /** The text of a record; null when none of its own fields has the text of a log. */
  static @Nullable String textOf(ObjectNode json) {
    for (String field : TEXT_FIELDS) {
      String text = text(json.path(field));
      if (text != null) {
        return text;
      }
    }
    return null;
  }

  private void time(ObjectNode json) {
    for (String field : TIME_FIELDS) {
      if (tellTime(json.path(field))) {
        return;
      }
    }
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      if (TIME_FIELD.matcher(field.getKey()).find() && tellTime(field.getValue())) {
        return;
      }
    }
  }

  /** Tells the time in a field; false if there is none. */
  private boolean tellTime(JsonNode value) {
    Instant at = times.of(value.isObject() ? value.path("epochSecond") : value);
    if (at != null) {
      listener.time(at);
      return true;
    }
    boolean isText = value.isTextual() && LogTime.isIn(value.textValue());
    if (isText) {
      listener.timeText(value.textValue());
    }
    return isText;
  }

  private void dockerLines(String text, long number) {
    boolean ends = text.endsWith("\n");
    endsLines |= ends;
    if (partial.isEmpty() && (ends || !endsLines)) {
      text.lines().forEach(inside -> listener.line(inside, number));
      return;
    }
    partial.append(text);
    if (ends || partial.length() > MAX_PARTIAL) {
      String whole = partial.toString();
      partial.setLength(0);
      whole.lines().forEach(inside -> listener.line(inside, number));
    }
  }

  /** Loki's export: pairs of a time in nanoseconds and a line. */
  private boolean lokiValues(JsonNode values, long number) {
    boolean found = false;
    for (JsonNode value : values) {
      if (value.isArray() && value.size() >= 2 && value.path(1).isTextual()) {
        Instant at = times.of(value.path(0));
        if (at != null) {
          listener.time(at);
        }
        value.path(1).textValue().lines().forEach(inside -> listener.line(inside, number));
        found = true;
      }
    }
    return found;
  }

  private void exception(ObjectNode json) {
    for (String field : EXCEPTION_FIELDS) {
      JsonNode exception = json.path(field);
      if (exception.isTextual()) {
        listener.exception(exception.textValue().lines().findFirst().orElse(""));
      } else if (exception.isObject()) {
        String type = first(exception, "class", "type", "name", "exception_class");
        String message = first(exception, "msg", "message", "exception_message");
        listener.exception(message.isEmpty() ? type : type + ": " + message);
      }
    }
    if (json.path("error.type").isTextual()) {
      listener.exception(
          json.path("error.type").textValue() + ": " + json.path("error.message").asText());
    }
  }

  private static String first(JsonNode json, String... fields) {
    for (String field : fields) {
      if (json.path(field).isTextual()) {
        return json.path(field).textValue().lines().findFirst().orElse("");
      }
    }
    return "";
  }

  /** The text of a field: journald writes text with line ends as a list of bytes. */
  private static @Nullable String text(JsonNode field) {
    if (field.isTextual()) {
      return field.textValue();
    }
    if (!field.isArray() || field.isEmpty()) {
      return null;
    }
    if (field.path(0).isTextual()) {
      // A notebook has its output as a list of lines.
      var lines = new StringBuilder();
      field.forEach(line -> lines.append(line.asText()));
      return lines.toString();
    }
    var bytes = new ByteArrayOutputStream();
    for (JsonNode one : field) {
      if (!one.isInt()) {
        return null;
      }
      bytes.write(one.intValue());
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
