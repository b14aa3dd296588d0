package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;

/** A query whose lag grows for half an hour: what the generated logs tell of. */
final class LoggedQuery {
  static final String ID = "7b1f0000-0000-4000-8000-000000000001";
  static final String RUN = "7b1f0000-0000-4000-8000-00000000000a";
  static final Instant START = Instant.parse("2027-05-06T10:00:00Z");
  static final int BATCHES = 7;

  private static final Duration EVERY = Duration.ofMinutes(3);
  private static final Duration TOOK = Duration.ofMinutes(1);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final DefaultPrettyPrinter PRETTY =
      new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));

  private LoggedQuery() {}

  static Instant began(int batch) {
    return START.plus(EVERY.multipliedBy(batch));
  }

  static Instant ended(int batch) {
    return began(batch).plus(TOOK);
  }

  /** A progress as Spark prints it: indented, with blanks around the colons. */
  static String pretty(int batch) {
    try {
      return MAPPER.writer(PRETTY).writeValueAsString(progress(batch));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** A progress on one line, as {@code StreamingQueryProgress.json} is. */
  static String json(int batch) {
    return progress(batch).toString();
  }

  /** A progress on one line, as Python's {@code json.dumps} prints it. */
  static String spaced(int batch) {
    return spaced(json(batch));
  }

  /** Adds blanks behind the colons and commas between the tokens. */
  static String spaced(String json) {
    var spaced = new StringBuilder();
    boolean isText = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      isText ^= c == '"' && json.charAt(i - 1) != '\\';
      spaced.append(c).append(!isText && (c == ':' || c == ',') ? " " : "");
    }
    return spaced.toString();
  }

  /** A progress as Python prints the dict that PySpark returns. */
  static String python(int batch) {
    var printed = new StringBuilder();
    String json = spaced(batch);
    int from = 0;
    while (from < json.length()) {
      char c = json.charAt(from);
      if (c != '"') {
        printed.append(c);
        from++;
        continue;
      }
      int to = json.indexOf('"', from + 1);
      String text = json.substring(from + 1, to);
      char quote = text.contains("'") ? '"' : '\'';
      printed.append(quote).append(text).append(quote);
      from = to + 1;
    }
    return printed
        .toString()
        .replace(": null", ": None")
        .replace(": true", ": True")
        .replace(": false", ": False");
  }

  /** A text as the content of a JSON string. */
  static String escaped(String text) {
    return text.lines()
        .map(line -> line.replace("\\", "\\\\").replace("\"", "\\\"").replace("\u001b", "\\u001b"))
        .collect(Collectors.joining("\\n"));
  }

  private static ObjectNode progress(int batch) {
    ObjectNode progress = MAPPER.createObjectNode();
    progress.put("id", ID).put("runId", RUN).put("name", "orders");
    progress.put("timestamp", began(batch).toString().replace("Z", ".000Z"));
    progress.put("batchId", batch);
    progress.put("numInputRows", 200).put("inputRowsPerSecond", 1.5);
    progress.put("processedRowsPerSecond", 3.25);
    ObjectNode phases = progress.putObject("durationMs");
    phases.put("addBatch", 58_000).put("latestOffset", 40).put("triggerExecution", 60_000);
    progress.putArray("stateOperators");
    ObjectNode source = progress.putArray("sources").addObject();
    source.put("description", "KafkaV2[Subscribe[orders.v1]]");
    if (batch == 0) {
      source.putNull("startOffset");
    } else {
      offsets(source, "startOffset", 100L * batch);
    }
    offsets(source, "endOffset", 100L * batch + 100);
    offsets(source, "latestOffset", 100L * batch + 100 + 70L * batch);
    source.put("numInputRows", 200).put("inputRowsPerSecond", 1.5);
    source.putObject("metrics").put("avgOffsetsBehindLatest", "" + 70.0 * batch);
    ObjectNode sink = progress.putObject("sink");
    sink.put("description", "the parcels' {sink}, [1]").put("numOutputRows", -1);
    progress.putObject("observedMetrics").putObject("checks").put("allRight", true).put("no", "}");
    return progress;
  }

  private static void offsets(ObjectNode source, String name, long offset) {
    source.putObject(name).putObject("orders.v1").put("0", offset).put("1", offset);
  }
}
