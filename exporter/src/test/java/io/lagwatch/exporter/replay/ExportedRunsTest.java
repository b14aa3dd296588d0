package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches, a failure and quiet hours in what the tools of log collectors export. */
class ExportedRunsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Instant FAILED = Instant.parse("2027-05-06T10:22:00Z");
  private static final Instant IDLE_FROM = Instant.parse("2027-05-06T10:20:00Z");

  @TempDir private Path folder;

  private LogsOnDisk logs() {
    return new LogsOnDisk(folder);
  }

  /** A line of the log, which may contain line ends. */
  private record Entry(Instant at, String text) {
    Stream<Entry> lines() {
      return text.lines().map(line -> new Entry(at, line));
    }
  }

  /** What a tool makes of a log. */
  private interface Export extends Function<List<Entry>, String> {}

  private static Export jsonLines(Function<Entry, ObjectNode> record) {
    return entries ->
        entries.stream().map(entry -> record.apply(entry) + "\n").reduce("", String::concat);
  }

  private static Export array(Function<Entry, ObjectNode> record) {
    return entries -> {
      ArrayNode all = MAPPER.createArrayNode();
      entries.forEach(entry -> all.add(record.apply(entry)));
      return MAPPER.createObjectNode().set("entries", all).toPrettyString();
    };
  }

  private static Export newestFirst(Export export) {
    return entries -> {
      List<Entry> reversed = new ArrayList<>(entries);
      Collections.reverse(reversed);
      return export.apply(reversed);
    };
  }

  private static Export eachLine(Export export) {
    return entries -> export.apply(entries.stream().flatMap(Entry::lines).toList());
  }

  private static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  private static ObjectNode datadog(Entry entry) {
    ObjectNode record = object().put("id", "a").put("type", "log");
    record.putObject("attributes").put("timestamp", "" + entry.at).put("message", entry.text);
    return record;
  }

  private static ObjectNode cloudWatch(Entry entry) {
    return object()
        .put("timestamp", entry.at.toEpochMilli())
        .put("message", entry.text)
        .put("ingestionTime", entry.at.toEpochMilli() + 900);
  }

  private static ObjectNode insights(Entry entry) {
    ObjectNode record = object();
    ArrayNode fields = record.putArray("fields");
    String time = entry.at.toString().replace('T', ' ').replace("Z", ".000");
    fields.addObject().put("field", "@timestamp").put("value", time);
    fields.addObject().put("field", "@message").put("value", entry.text);
    return record;
  }

  private static ObjectNode openTelemetry(Entry entry) {
    ObjectNode record = object();
    record
        .putArray("scopeLogs")
        .addObject()
        .putArray("logRecords")
        .addObject()
        .put("timeUnixNano", entry.at.toEpochMilli() + "000000")
        .putObject("body")
        .put("stringValue", entry.text);
    return record;
  }

  private static ObjectNode graylog(Entry entry) {
    return object()
        .put("short_message", entry.text.lines().findFirst().orElse(""))
        .put("full_message", entry.text)
        .put("timestamp", entry.at.toEpochMilli() / 1000.0);
  }

  private static ObjectNode azure(Entry entry) {
    ObjectNode table = object();
    table.putArray("rows").addArray().add("" + entry.at).add(entry.text);
    return table;
  }

  private static ObjectNode nested(Entry entry) {
    ObjectNode record = object().put("eventTime", "" + entry.at);
    record.putObject("message").put("words", entry.text);
    return record;
  }

  private static ObjectNode twice(Entry entry) {
    ObjectNode inner = object().put("msg", entry.text);
    return object().put("log", object().put("payload", inner + "\n") + "\n").put("t", 1);
  }

  static Stream<Arguments> exports() {
    return Stream.of(
            Arguments.of("datadog", array(ExportedRunsTest::datadog)),
            Arguments.of("datadog, newest first", newestFirst(array(ExportedRunsTest::datadog))),
            Arguments.of("cloudwatch", array(ExportedRunsTest::cloudWatch)),
            Arguments.of("cloudwatch, a line each", eachLine(array(ExportedRunsTest::cloudWatch))),
            Arguments.of("insights", array(ExportedRunsTest::insights)),
            Arguments.of("insights, newest first", newestFirst(array(ExportedRunsTest::insights))),
            Arguments.of("otel", jsonLines(ExportedRunsTest::openTelemetry)),
            Arguments.of("otel, newest first", newestFirst(array(ExportedRunsTest::openTelemetry))),
            Arguments.of("graylog", jsonLines(ExportedRunsTest::graylog)),
            Arguments.of("azure", array(ExportedRunsTest::azure)),
            Arguments.of("nested", jsonLines(ExportedRunsTest::nested)),
            Arguments.of("nested, a line each", eachLine(jsonLines(ExportedRunsTest::nested))),
            Arguments.of("logfmt", (Export) ExportedRunsTest::logfmt),
            Arguments.of("fluent bit", eachLine(ExportedRunsTest::fluentBit)),
            Arguments.of("csv", (Export) ExportedRunsTest::csv),
            Arguments.of("csv, backslashes", (Export) ExportedRunsTest::csvWithBackslashes))
        .map(Arguments.class::cast);
  }

  private static String logfmt(List<Entry> entries) {
    var log = new StringBuilder();
    for (Entry entry : entries) {
      log.append("time=%s level=info msg=\"%s\"\n".formatted(entry.at, escaped(entry.text)));
    }
    return log.toString();
  }

  private static String escaped(String text) {
    return LoggedQuery.escaped(text).replace("\t", "\\t");
  }

  private static String fluentBit(List<Entry> entries) {
    var log = new StringBuilder();
    for (Entry entry : entries) {
      log.append("[0] kube.parcels: [[%d.000000000, {}], ".formatted(entry.at.getEpochSecond()))
          .append(object().put("log", entry.text))
          .append("]\n");
    }
    return log.toString();
  }

  private static String csv(List<Entry> entries) {
    var log = new StringBuilder("Date,Message\n");
    for (Entry entry : entries) {
      log.append(entry.at).append(',').append(LogsOnDisk.csv(entry.text)).append('\n');
    }
    return log.toString();
  }

  private static String csvWithBackslashes(List<Entry> entries) {
    var log = new StringBuilder("\"timestamp\",\"message\"\n");
    for (Entry entry : entries) {
      String text = entry.text.replace("\\", "\\\\").replace("\"", "\\\"");
      log.append("\"%s\",\"%s\"\n".formatted(entry.at, text));
    }
    return log.toString();
  }

  private static List<Entry> batches() {
    List<Entry> entries = new ArrayList<>();
    for (int batch = 0; batch < LoggedQuery.BATCHES; batch++) {
      entries.add(new Entry(LoggedQuery.ended(batch), LogsOnDisk.message(batch)));
    }
    return entries;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("exports")
  void theBatchesAreThoseOfTheDriversLog(String name, Export export) {
    logs().isReadAsTheBaseline(export.apply(batches()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("exports")
  void aFailureIsAtTheTimeOfItsRecord(String name, Export export) {
    List<Entry> entries = batches();
    String failure =
        "Query orders [id = %s, runId = %s] terminated with error\n"
                .formatted(LoggedQuery.ID, LoggedQuery.RUN)
            + "java.lang.IllegalStateException: no room\n\tat a.B.c(B.java:1)";
    entries.add(new Entry(FAILED, failure));
    entries.add(new Entry(FAILED.plusSeconds(20), "Invoking stop() from shutdown hook"));
    ReplayAnswer answer = logs().answer(export.apply(entries));
    assertThat(answer.alerts()).last().asString().contains("T10:22:00Z  firing    QueryFailed");
    assertThat(answer.out())
        .contains("failed at 2027-05-06 10:22:00 UTC: java.lang.IllegalStateException: no room");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("exports")
  void theClockRunsToTheLastRecord(String name, Export export) {
    List<Entry> entries = batches();
    for (int i = 0; i < 540; i++) {
      entries.add(
          new Entry(
              IDLE_FROM.plusSeconds(20L * i),
              "Streaming query has been idle and waiting for new data more than 10000 ms."));
    }
    assertThat(logs().answer(export.apply(entries)).out())
        .contains("was idle for 3 h from 2027-05-06 10:20:00 UTC to 2027-05-06 13:19")
        .contains("NoInput            from 2027-05-06T10:50:15Z, still firing");
  }

  @ParameterizedTest
  @MethodSource("nestedStrings")
  void aProgressMayBeAStringInsideOfStrings(Function<String, String> wrapped) {
    logs().isReadAsTheBaseline(LogsOnDisk.ofEach(batch -> wrapped.apply(LoggedQuery.json(batch))));
  }

  static Stream<Arguments> nestedStrings() {
    Function<String, String> value = text -> object().put("p", text).toString();
    return Stream.<Function<String, String>>of(
            json -> value.apply(json) + "\n",
            json -> value.apply(value.apply(json)) + "\n",
            json -> value.apply(value.apply(value.apply(json))) + "\n",
            json -> "INFO got " + object().textNode(value.apply(json)) + "\n",
            json -> object().set("all", MAPPER.createArrayNode().add(json)).toPrettyString() + "\n")
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theLogMayBePastedIntoAPage(String begin, String end) {
    String html =
        LogsOnDisk.DRIVER_LOG.replace("&", "&amp;").replace("\"", "&quot;").replace("'", "&#39;");
    logs().isReadAsTheBaseline(begin + html + end);
  }

  static Stream<Arguments> pages() {
    return Stream.of(
        Arguments.of("<html><body><pre>", "</pre></body></html>\n"),
        Arguments.of("<td><code>\n", "\n</code></td>"));
  }
}
