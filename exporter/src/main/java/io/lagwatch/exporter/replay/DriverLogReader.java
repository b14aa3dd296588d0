package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.ProgressDecoder;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.replay.TimelineReader.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log for the progress of streaming queries: what Spark's {@code MicroBatchExecution}
 * writes at level INFO, and what people print or save themselves. What a document is, is decided by
 * its fields. Not thread-safe.
 */
final class DriverLogReader implements TimelineSource, LogLineScanner.Listener {
  private static final Pattern COLOURS = Pattern.compile("\\x1B\\[[0-9;]*[A-Za-z]");
  private static final String RUN = "\\[id = ([0-9a-fA-F-]+), runId = ([0-9a-fA-F-]+)\\]";
  private static final Pattern TERMINATED =
      Pattern.compile("Query (.*?) ?" + RUN + " terminated with error");
  private static final Pattern STARTING = Pattern.compile("Starting (.*?) ?" + RUN);
  private static final Pattern EXCEPTION =
      Pattern.compile("([\\w.$]+(?:Exception|Error))(?:: (.*))?");
  private static final Pattern PYTHON_WORD =
      Pattern.compile("'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"|\\b(None|True|False)\\b");
  private static final String[] TEXT_FIELDS = {"msg", "message", "log"};
  private static final String[] TIME_FIELDS = {"ts", "time", "@timestamp", "timestamp"};

  private final String name;
  private final List<LogContainer.Part> parts;
  private final Consumer<Unreadable> unreadable;
  private final JsonMapper mapper =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(JsonParser.Feature.ALLOW_SINGLE_QUOTES)
          .build();
  private final QueryEvents events;
  private final LogTime times;
  private final LogLineScanner scanner = new LogLineScanner(this);

  /** For the lines inside the text fields of structured logs, which may hold one line each. */
  private final LogLineScanner inner = new LogLineScanner(this);

  private final Map<String, Long> nextBatch = new HashMap<>();
  private @Nullable FileLines lines;
  private int part;
  private boolean ended;
  private String lastLine = "";
  private QueryEvents.@Nullable Identity failing;

  DriverLogReader(
      String name,
      List<LogContainer.Part> parts,
      Consumer<Unreadable> unreadable,
      @Nullable ZoneId zone) {
    this.name = name;
    this.parts = parts;
    this.unreadable = unreadable;
    this.events = new QueryEvents(name);
    this.times = new LogTime(zone);
  }

  @Override
  public @Nullable TimelineLine next() throws IOException {
    for (TimelineLine made = events.next(); ; made = events.next()) {
      if (made != null) {
        return made;
      }
      FileLines from = lines();
      byte[] line = from == null ? null : next(from);
      if (line != null && from != null) {
        scanner.line(plain(line), from.number());
      } else if (from != null) {
        from.close();
        lines = null;
        part++;
      } else {
        ended = true;
        inner.end();
        scanner.end();
        return events.next();
      }
    }
  }

  /**
   * The next line that can matter. Of the lines before it only the last is used, for its time and
   * as the line above a document.
   */
  private byte @Nullable [] next(FileLines from) throws IOException {
    boolean all = scanner.isOpen() || failing != null;
    byte[] line = from.next(all ? LineFilter.ALL : LineFilter.DRIVER_LOG);
    byte[] skipped = from.skipped();
    if (skipped != null) {
      scanner.line(plain(skipped), from.number() - 1);
    }
    return line;
  }

  /** The lines of the current file; null after the last. */
  private @Nullable FileLines lines() throws IOException {
    if (lines == null && part < parts.size()) {
      lines = parts.get(part).opener().open();
    }
    return lines;
  }

  private static String plain(byte[] line) {
    int length = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
    String text = new String(line, 0, length, StandardCharsets.UTF_8);
    return text.indexOf('\u001b') < 0 ? text : COLOURS.matcher(text).replaceAll("");
  }

  @Override
  public void text(String line) {
    Instant at = times.of(line);
    if (at != null) {
      events.seen(at);
    }
    if (!line.isBlank()) {
      lastLine = line;
    }
    failure(line);
    if (line.contains("runId = ")) {
      runBeginsOrEnds(line, at);
    }
    if (line.contains("has been idle and waiting for new data") && at != null) {
      events.idled(at);
    }
  }

  private void runBeginsOrEnds(String line, @Nullable Instant at) {
    Matcher terminated = TERMINATED.matcher(line);
    if (terminated.find()) {
      failing = identity(terminated);
    }
    Matcher starting = STARTING.matcher(line);
    if (starting.find() && at != null) {
      events.started(identity(starting), at);
    }
  }

  /** The exception stands on the line below the one that says the query terminated. */
  private void failure(String line) {
    QueryEvents.Identity failed = failing;
    if (failed != null) {
      Matcher exception = EXCEPTION.matcher(line);
      events.terminated(
          failed,
          exception.find()
              ? new Report.QueryError(exception.group(1), exception.group(2))
              : new Report.QueryError("unknown", null));
      failing = null;
    }
  }

  private static QueryEvents.Identity identity(Matcher run) {
    String queryName = run.group(1);
    return new QueryEvents.Identity(
        run.group(2), run.group(3), queryName.isEmpty() ? null : queryName);
  }

  @Override
  public void document(String text, long line) {
    JsonNode json;
    try {
      json = mapper.readTree(text.startsWith("{'") ? fromPython(text) : text);
    } catch (IOException notJson) {
      if (looksLikeProgress(text)) {
        tell(line, "expected the JSON of a progress, found it broken", false);
      }
      return;
    }
    take(json, line);
  }

  private void take(JsonNode json, long line) {
    if (json.path("progress").isObject()) {
      take(json.path("progress"), line);
    } else if (json.path("runId").isTextual() && json.path("sources").isArray()) {
      progress((ObjectNode) json, line);
    } else {
      structured(json, line);
    }
  }

  private void structured(JsonNode json, long line) {
    for (String field : TEXT_FIELDS) {
      if (json.path(field).isTextual()) {
        for (String at : TIME_FIELDS) {
          String time = json.path(at).asText();
          if (!time.isEmpty()) {
            text(time);
            break;
          }
        }
        json.path(field).textValue().lines().forEach(inside -> inner.line(inside, line));
        return;
      }
    }
  }

  private void progress(ObjectNode json, long line) {
    String runId = json.path("runId").asText();
    if (json.path("batchId").isMissingNode() || json.path("batchId").isNull()) {
      json.put("batchId", nextBatch.getOrDefault(runId, 0L));
    }
    Progress progress = ProgressDecoder.decode(json);
    if (progress == null) {
      tell(line, "a progress is not used: its timestamp or batchId cannot be read", false);
      return;
    }
    nextBatch.put(runId, progress.batchId() + 1);
    times.learn(lastLine, progress.timestamp().plus(progress.triggerExecution()));
    JsonNode queryName = json.path("name");
    events.progressed(
        new QueryEvents.Identity(
            json.path("id").asText(), runId, queryName.isTextual() ? queryName.textValue() : null),
        progress);
  }

  @Override
  public void cut(String text, long line) {
    if (looksLikeProgress(text)) {
      boolean torn = ended;
      tell(
          line,
          torn
              ? "the last progress has no end, as after a kill"
              : "expected the JSON of a progress, found it broken",
          torn);
    }
  }

  private static boolean looksLikeProgress(String text) {
    return text.contains("runId") && text.contains("timestamp");
  }

  /** Python's words for JSON's: only outside of strings. */
  private static String fromPython(String text) {
    return PYTHON_WORD
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

  private String fileName() {
    return parts.size() == 1 || part >= parts.size() ? name : parts.get(part).name();
  }

  private void tell(long line, String message, boolean torn) {
    unreadable.accept(new Unreadable(fileName(), line, message, torn));
  }

  @Override
  public ReadCounts counts() {
    return events.counts();
  }

  @Override
  public void close() throws IOException {
    FileLines open = lines;
    if (open != null) {
      open.close();
    }
  }
}
