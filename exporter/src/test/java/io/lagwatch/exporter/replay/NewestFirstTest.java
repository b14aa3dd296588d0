package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exports in which each line of a log is an entry of its own, and the newest entry is first. */
class NewestFirstTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path folder;

  private LogsOnDisk logs() {
    return new LogsOnDisk(folder);
  }

  private record Entry(Instant at, String line) {}

  /** What a tool makes of the entries. */
  private interface Export extends Function<List<Entry>, String> {}

  private static Export lines(Function<Entry, String> line) {
    return entries -> String.join("\n", entries.stream().map(line).toList()) + "\n";
  }

  private static String array(List<Entry> entries) {
    ArrayNode all = MAPPER.createArrayNode();
    for (Entry entry : entries) {
      all.addObject().put("timestamp", "" + entry.at).put("textPayload", entry.line);
    }
    return all.toPrettyString();
  }

  private static String unknownFields(List<Entry> entries) {
    ArrayNode all = MAPPER.createArrayNode();
    entries.forEach(entry -> all.addObject().put("when", "" + entry.at).put("words", entry.line));
    return MAPPER.createObjectNode().set("rows", all).toString();
  }

  private static String loki(List<Entry> entries) {
    ArrayNode values = MAPPER.createArrayNode();
    for (Entry entry : entries) {
      values.addArray().add(entry.at.toEpochMilli() + "000000").add(entry.line);
    }
    return "{\"data\":{\"result\":[{\"stream\":{\"app\":\"orders\"},\"values\":" + values + "}]}}";
  }

  private static String jsonLine(Entry entry) {
    return MAPPER.createObjectNode().put("ts", "" + entry.at).put("line", entry.line).toString();
  }

  static Stream<Arguments> exports() {
    return Stream.of(
            Arguments.of("tac", lines(Entry::line)),
            Arguments.of("grafana", lines(entry -> entry.at + "\t" + entry.line)),
            Arguments.of("json lines", lines(NewestFirstTest::jsonLine)),
            Arguments.of(
                "csv", lines(entry -> entry.at.toEpochMilli() + "," + LogsOnDisk.csv(entry.line))),
            Arguments.of("gcloud", (Export) NewestFirstTest::array),
            Arguments.of("loki", (Export) NewestFirstTest::loki),
            Arguments.of("unknown fields", (Export) NewestFirstTest::unknownFields))
        .map(Arguments.class::cast);
  }

  private static List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (int batch = 0; batch < LoggedQuery.BATCHES; batch++) {
      Instant at = LoggedQuery.ended(batch);
      RecordForm.SPARK_DEFAULT.batch(batch).lines().forEach(x -> entries.add(new Entry(at, x)));
    }
    return entries;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("exports")
  void theOldestEntryMayBeFirst(String name, Export export) {
    logs().isReadAsTheBaseline(export.apply(entries()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("exports")
  void theNewestEntryMayBeFirst(String name, Export export) {
    List<Entry> entries = entries();
    Collections.reverse(entries);
    logs().isReadAsTheBaseline(export.apply(entries));
  }

  @ParameterizedTest(name = "newest first: {0}")
  @ValueSource(booleans = {false, true})
  void theOrderOfALongDocumentIsFound(boolean isNewestFirst) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      entries.add(new Entry(LoggedQuery.START, "27/05/06 10:00:00 INFO X: y"));
    }
    entries.addAll(entries());
    for (int i = 0; i < 2_000; i++) {
      Instant last = LoggedQuery.ended(LoggedQuery.BATCHES - 1);
      entries.add(new Entry(last, "27/05/06 10:19:00 INFO X: y"));
    }
    if (isNewestFirst) {
      Collections.reverse(entries);
    }
    String log = MAPPER.createObjectNode().set("all", tree(array(entries))).toPrettyString();
    logs().isReadAsTheBaseline(log);
  }

  private static JsonNode tree(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("exports")
  void aFailureIsAtItsTime(String name, Export export) {
    List<Entry> entries = entries();
    Instant failed = Instant.parse("2027-05-06T10:22:00Z");
    String time = "27/05/06 10:22:00 ERROR MicroBatchExecution: ";
    entries.add(
        new Entry(
            failed,
            time
                + "Query orders [id = %s, runId = %s] terminated with error"
                    .formatted(LoggedQuery.ID, LoggedQuery.RUN)));
    entries.add(new Entry(failed, "java.lang.IllegalStateException: no room"));
    Collections.reverse(entries);
    ReplayAnswer answer = logs().answer(export.apply(entries));
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .contains("failed at 2027-05-06 10:22:00 UTC: java.lang.IllegalStateException: no room");
  }

  @Test
  void namesTheLineOfABlockThatIsNotUsed() {
    List<Entry> entries = entries();
    Collections.reverse(entries);
    entries.removeIf(entry -> entry.line.contains("10:07:00"));
    List<String> written = entries.stream().map(Entry::line).toList();
    int line = 1 + written.lastIndexOf("  \"batchId\" : 2,");
    ReplayAnswer answer = logs().answer(String.join("\n", written));
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.read()).isEqualTo(LoggedQuery.BATCHES - 1);
    assertThat(answer.notUsed()).isEqualTo(1);
    // The first line that shows what it is: it stands above the batch id here.
    assertThat(answer.err())
        .contains("some.log:%d: a progress is not used: its beginning".formatted(line - 1));
  }

  @Test
  void moreThanIsHeldIsNamed() {
    var held = new HeldLines(1 << 20);
    for (int i = 0; i < 10; i++) {
      held.begin();
      held.add(() -> {}, 200_000);
    }
    assertThatThrownBy(held::read)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "the newest line is first, and the file has more than 1 MB; reverse it first, for"
                + " example with tac");
  }
}
