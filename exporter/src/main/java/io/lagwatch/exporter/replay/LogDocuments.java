package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.ProgressDecoder;
import io.lagwatch.exporter.replay.TimelineParser.BadLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the JSON documents in a log say. What a document is, is decided by its fields: a progress,
 * an event of Spark, an event of a listener that users wrote, a line of a recording, or a record of
 * a structured log with the text of a log in one of its fields. Not thread-safe.
 */
final class LogDocuments {
  private static final Pattern PYTHON_WORD =
      Pattern.compile("'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"|\\b(None|True|False)\\b");
  private static final Pattern CSV_QUOTES = Pattern.compile("\"\"[A-Za-z]+\"\"");
  private static final String[] PROGRESS_FIELDS = {
    "batchId", "durationMs", "numInputRows", "stateOperators", "sources", "sink"
  };
  private static final Pattern PROGRESS_FIELD =
      Pattern.compile(
          "[\"'](?:sources|sink|startOffset|endOffset|latestOffset|numInputRows|numOutputRows"
              + "|durationMs|stateOperators)[\"']\\s*:");
  private static final int DEEPEST = 8;

  /** What documents are turned into. */
  interface DocumentListener {
    void event(LogEvent event);

    /** A progress is about to be told that ended at this time. */
    void progressed(Instant ended);

    /** A document that looks like progress and is not used. */
    void notUsed(long line, String message);
  }

  private final DocumentListener listener;
  private final StructuredText texts;
  private final JsonMapper mapper =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(JsonParser.Feature.ALLOW_SINGLE_QUOTES)
          .build();
  private final TimelineParser recorded = new TimelineParser();
  private final Map<String, Long> nextBatch = new HashMap<>();

  LogDocuments(DocumentListener listener, StructuredText texts) {
    this.listener = listener;
    this.texts = texts;
  }

  /** Takes a document whose braces are closed. */
  void document(String text, long line) {
    JsonNode json = parsed(text);
    if (json != null) {
      take(json, line, 0);
    } else if (looksLikeProgress(text)) {
      listener.notUsed(line, "expected the JSON of a progress, found it broken");
    }
  }

  /** The text in the record of a structured log on a line; null if there is none. */
  @Nullable String textOfRecord(String line) {
    int brace = line.indexOf("{\"");
    try {
      return brace >= 0 && mapper.readTree(line.substring(brace)) instanceof ObjectNode record
          ? StructuredText.textOf(record)
          : null;
    } catch (IOException notJson) {
      return null;
    }
  }

  /** Takes a line that is an event of Spark; false when its JSON is broken. */
  boolean sparkEvent(byte[] line, long number) {
    try {
      take(mapper.readTree(line), number, 0);
      return true;
    } catch (IOException broken) {
      return false;
    }
  }

  static boolean looksLikeProgress(String text) {
    return text.contains("runId") && (text.contains("timestamp") || text.contains("batchId"));
  }

  /** Whether a text that is no document has a field of a progress. */
  static boolean hasProgressField(String text) {
    return PROGRESS_FIELD.matcher(text).find();
  }

  private @Nullable JsonNode parsed(String text) {
    String[] readings = {text, fromPython(text), fromCsv(text)};
    for (String reading : readings) {
      if (reading != null) {
        try {
          return mapper.readTree(reading);
        } catch (IOException notJson) {
          // The next reading may be the right one.
        }
      }
    }
    return null;
  }

  private static @Nullable String fromCsv(String text) {
    return CSV_QUOTES.matcher(text).find() ? text.replace("\"\"", "\"") : null;
  }

  /** Python's words for JSON's: only outside of strings. */
  private static @Nullable String fromPython(String text) {
    return text.indexOf('\'') < 0 && !text.contains("None") && !text.contains("True")
        ? null
        : PYTHON_WORD
            .matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group(1) == null
                            ? found.group()
                            : found.group(1).equals("None")
                                ? "null"
                                : found.group(1).equals("True") ? "true" : "false"));
  }

  private void take(JsonNode json, long line, int depth) {
    if (json.isArray()) {
      for (JsonNode child : json) {
        if (child.isContainerNode()) {
          texts.begin();
        }
        take(child, line, depth + 1);
      }
    } else if (json instanceof ObjectNode object && depth <= DEEPEST) {
      takeObject(object, line, depth);
    } else if (json.isTextual()) {
      texts.value(json.textValue(), line);
    }
  }

  private void takeObject(ObjectNode json, long line, int depth) {
    if (json.path("Event").isTextual()) {
      sparkEvent(json, line);
    } else if (isRecorded(json)) {
      recorded(json, line);
    } else if (isProgress(json)) {
      progress(json, line);
    } else if (json.path("progress").isObject()) {
      take(json.path("progress"), line, depth + 1);
    } else if (json.path("id").isTextual() && json.path("runId").isTextual()) {
      listenerEvent(json);
    } else if (!texts.record(json, line)) {
      json.forEach(child -> take(child, line, depth + 1));
    }
  }

  private void sparkEvent(ObjectNode json, long line) {
    if (json.path("Event").asText().endsWith("QueryProgressEvent")) {
      take(json.path("progress"), line, 0);
      return;
    }
    try {
      LogEvent event = SparkEvents.of(json);
      if (event != null) {
        listener.event(event);
      }
    } catch (DateTimeException notATime) {
      listener.notUsed(line, "an event of Spark is not used: its timestamp cannot be read");
    }
  }

  private static boolean isRecorded(ObjectNode json) {
    return json.has("at")
        && (json.path("report").isObject()
            || json.path("offsets").isObject()
            || json.path("pollError").isObject());
  }

  private void recorded(ObjectNode json, long line) {
    try {
      byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
      listener.event(new LogEvent.Recorded(recorded.parse(bytes)));
    } catch (BadLine bad) {
      listener.notUsed(line, bad.expectedAndFound());
    }
  }

  /** An event of a listener that users wrote, as Spark's own {@code json} of it. */
  private void listenerEvent(ObjectNode json) {
    LogEvent.Identity query = SparkEvents.identity(json);
    if (json.has("exception")) {
      listener.event(
          new LogEvent.Terminated(query, SparkEvents.error(json.path("exception")), null));
      return;
    }
    Instant at = new LogTime(ZoneOffset.UTC).of(json.path("timestamp"));
    if (at != null) {
      listener.event(
          json.has("name") ? new LogEvent.Started(query, at) : new LogEvent.Idled(query, at));
    }
  }

  private static boolean isProgress(ObjectNode json) {
    int fields = 0;
    for (String field : PROGRESS_FIELDS) {
      fields += json.has(field) ? 1 : 0;
    }
    return fields > 1 && (json.has("runId") || json.has("timestamp")) && !json.has("queries");
  }

  private void progress(ObjectNode json, long line) {
    String runId = json.path("runId").asText();
    if (runId.isEmpty()) {
      listener.notUsed(line, "a progress is not used: it has no runId");
      return;
    }
    if (json.path("batchId").isMissingNode() || json.path("batchId").isNull()) {
      json.put("batchId", nextBatch.getOrDefault(runId, 0L));
    }
    Progress progress = ProgressDecoder.decode(json);
    if (progress == null) {
      listener.notUsed(line, "a progress is not used: " + whatIsMissing(json));
      return;
    }
    nextBatch.put(runId, progress.batchId() + 1);
    Instant ended = progress.endOrStart();
    listener.progressed(ended);
    listener.event(new LogEvent.Progressed(SparkEvents.identity(json), progress, ended));
  }

  private static String whatIsMissing(ObjectNode json) {
    boolean hasTime = ProgressDecoder.decode(json.deepCopy().put("batchId", 0)) != null;
    String field = hasTime ? "batchId" : "timestamp";
    return json.hasNonNull(field)
        ? "its %s cannot be read, found %s"
            .formatted(field, InputArguments.shown(json.path(field).toString()))
        : "it has no " + field;
  }
}
