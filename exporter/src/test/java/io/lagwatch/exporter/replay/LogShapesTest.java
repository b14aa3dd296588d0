package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** One query's batches in the shapes in which people keep logs: the answer is always the same. */
class LogShapesTest {
  private static final String ID = "7b1f0000-0000-4000-8000-000000000001";
  private static final String RUN = "7b1f0000-0000-4000-8000-00000000000a";
  private static final String NEXT_RUN = "7b1f0000-0000-4000-8000-00000000000b";
  private static final Instant START = Instant.parse("2027-05-06T10:00:00Z");

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** How the records of a batch are printed. */
  enum Form {
    PRETTY,
    ONE_LINE,
    JSON_LINES,
    WORDS_BEHIND,
    PYTHON,
    STRUCTURED,
    ARRAY,
    PRINTED_TWICE;

    String of(int batches) {
      Stream<String> all = IntStream.range(0, batches).mapToObj(this::batch);
      return this == ARRAY
          ? all.collect(Collectors.joining(",\n", "[\n", "\n]\n"))
          : all.collect(Collectors.joining("\n", "", "\n"));
    }

    private String batch(int number) {
      String pretty = progress(number, RUN);
      String line = pretty.replaceAll("\\n *", "");
      String says = logTime(number) + " INFO MicroBatchExecution: Streaming query made progress: ";
      return switch (this) {
        case PRETTY -> says + pretty;
        case ONE_LINE -> says + line;
        case JSON_LINES -> line;
        case WORDS_BEHIND -> says + pretty + ". Done.";
        case PYTHON -> line.replace('"', '\'').replace(": null", ": None");
        case STRUCTURED ->
            "{\"ts\":\"" + ended(number) + "\",\"msg\":\"" + escaped(says + pretty) + "\"}";
        case ARRAY -> pretty;
        case PRINTED_TWICE -> says + pretty + "\n" + says + line;
      };
    }
  }

  /** What stands in front of each line. */
  enum Prefix {
    NONE(line -> line),
    CRI(line -> "2027-05-06T10:00:20.123456789Z stderr F " + line),
    COMPOSE(line -> "driver_1  | " + line),
    SYSLOG(line -> "May  6 10:00:20 node7 driver[4711]: " + line),
    AIRFLOW(line -> "[2027-05-06, 10:00:20 UTC] {submit.py:12} INFO - " + line),
    COMMENT(line -> "# " + line),
    COLOUR(line -> "\u001b[32m" + line + "\u001b[0m");

    private final Function<String, String> add;

    Prefix(Function<String, String> add) {
      this.add = add;
    }
  }

  /** What ends a line. */
  enum LineEnd {
    LF("\n"),
    CRLF("\r\n");

    private final String text;

    LineEnd(String text) {
      this.text = text;
    }
  }

  static Stream<Arguments> shapes() {
    return Stream.of(Form.values())
        .flatMap(
            form ->
                Stream.of(Prefix.values())
                    .flatMap(
                        prefix ->
                            Stream.of(LineEnd.values())
                                .map(end -> Arguments.of(form, prefix, end))));
  }

  private static Instant ended(int batch) {
    return START.plusSeconds(60L * batch + 20);
  }

  private static String logTime(int batch) {
    return ended(batch).toString().substring(2, 19).replace('-', '/').replace('T', ' ');
  }

  private static String escaped(String text) {
    return text.replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String offsets(int value) {
    return "{\n      \"orders\" : {\n        \"0\" : " + value + "\n      }\n    }";
  }

  private static String progress(int batch, String run) {
    return """
    {
      "id" : "%s",
      "runId" : "%s",
      "name" : "orders",
      "timestamp" : "%s",
      "batchId" : %d,
      "numInputRows" : 100,
      "durationMs" : {
        "addBatch" : 19000,
        "latestOffset" : 40,
        "triggerExecution" : 20000,
        "walCommit" : 100
      },
      "stateOperators" : [ ],
      "sources" : [ {
        "description" : "KafkaV2[Subscribe[orders]]",
        "startOffset" : %s,
        "endOffset" : %s,
        "latestOffset" : %s,
        "numInputRows" : 100
      } ],
      "sink" : {
        "description" : "a {sink}",
        "numOutputRows" : -1
      }
    }\
    """
        .formatted(
            ID,
            run,
            ended(batch).minusSeconds(20),
            batch,
            batch == 0 ? "null" : offsets(100 * batch),
            offsets(100 * batch + 100),
            offsets(100 * batch + 100 + 7 * batch));
  }

  private int replay(String text) throws IOException {
    return replay(Files.write(folder.resolve("some.log"), text.getBytes(StandardCharsets.UTF_8)));
  }

  private int replay(Path log, String... options) {
    var command = new CommandLine(new ReplayCommand(Map.of(), ReplayReport::title));
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(
        Stream.concat(Stream.of("--format", "text", log.toString()), Stream.of(options))
            .toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void readsTheSameInEveryShape(Form form, Prefix prefix, LineEnd end) throws IOException {
    String log = form.of(5).lines().map(prefix.add).collect(Collectors.joining(end.text));
    assertThat(replay(log + end.text)).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).contains("batches 5, rows 500, worst lag 28 records", "no alert");
    assertThat(out.toString())
        .contains("read 5 progress, 0 starts, 0 ends from 1 application; 0 not used");
  }

  @Test
  void namesABlockThatIsCutInTheMiddle() throws IOException {
    String log = Form.PRETTY.of(3);
    int second = log.indexOf("\"batchId\" : 1");
    int third = log.lastIndexOf("27/05/06");
    assertThat(replay(log.substring(0, second) + "\n" + log.substring(third))).isEqualTo(1);
    assertThat(err.toString()).contains(":35: expected the JSON of a progress, found it broken");
    assertThat(out.toString())
        .contains(
            "batches 2, rows 200",
            "read 2 progress, 0 starts, 0 ends from 1 application; 1 not used");
  }

  @Test
  void readsOverOtherLinesInsideABlock() throws IOException {
    String log =
        Form.PRETTY.of(3).replace("\n  \"batchId\"", "\n27/05/06 INFO X: y\n  \"batchId\"");
    assertThat(replay(log)).isZero();
    assertThat(out.toString()).contains("batches 3, rows 300");
  }

  @Test
  void readsProgressWithoutABatchIdOrAZone() throws IOException {
    String log = Form.PRETTY.of(4).replace("  \"batchId\" : 2,\n", "");
    assertThat(replay(log.replace("10:03:00Z\"", "10:03:00\""))).isZero();
    assertThat(out.toString()).contains("batches 4, rows 400");
  }

  @Test
  void aFailureIsFiringUntilTheNextRunInTheSameDriver() throws IOException {
    List<String> parts = new ArrayList<>();
    parts.add(Form.PRETTY.of(3));
    parts.add(
        "27/05/06 10:02:50 ERROR MicroBatchExecution: Query orders [id = %s, runId = %s] terminated with error\n"
            .formatted(ID, RUN));
    parts.add("java.util.concurrent.TimeoutException: no answer\n\tat a.B.c(B.java:1)\n");
    parts.add(
        "27/05/06 10:04:00 INFO MicroBatchExecution: Starting orders [id = %s, runId = %s]. Use x\n"
            .formatted(ID, NEXT_RUN));
    for (int batch = 4; batch < 12; batch++) {
      parts.add(
          logTime(batch)
              + " INFO MicroBatchExecution: Streaming query made progress: "
              + progress(batch, NEXT_RUN)
              + "\n");
    }
    assertThat(replay(String.join("", parts))).isZero();
    assertThat(out.toString())
        .contains("firing    QueryFailed", "java.util.concurrent.TimeoutException: no answer")
        .contains("resolved  QueryFailed", "batches 11, rows 1,100")
        .contains("read 11 progress, 1 start, 1 end from 1 application; 0 not used")
        .doesNotContain("CheckpointShared");
  }

  @Test
  void theClockRunsToTheLastLineOfAnIdleQuery() throws IOException {
    String idle =
        IntStream.range(0, 360)
            .mapToObj(
                i ->
                    START.plusSeconds(200 + 10L * i).toString().substring(2, 19)
                        + " INFO MicroBatchExecution: Streaming query has been idle and waiting for"
                        + " new data more than 10000 ms.\n")
            .map(line -> line.replaceFirst("(..)-(..)-(..)T", "$1/$2/$3 "))
            .collect(Collectors.joining());
    assertThat(replay(Form.PRETTY.of(3) + idle)).isZero();
    assertThat(out.toString())
        .contains("NoInput", "still firing")
        .doesNotContain("BatchStuck", "LagGrowing");
  }

  @Test
  void aQueryThatWaitsForItsTriggerHasNoBatchThatIsStuck() throws IOException {
    String hourly =
        IntStream.range(0, 6)
            .mapToObj(i -> progress(60 * i, RUN))
            .collect(Collectors.joining("\n"));
    assertThat(replay(hourly)).isZero();
    assertThat(out.toString()).contains("batches 6, rows 600", "no alert");
  }

  @Test
  void aBatchThatTookLongWasStuck() throws IOException {
    String slow =
        Form.PRETTY.of(20)
            + progress(21, RUN)
                .replace("\"triggerExecution\" : 20000", "\"triggerExecution\" : 3600000");
    assertThat(replay(slow)).isZero();
    assertThat(out.toString()).contains("BatchStuck");
  }

  @ParameterizedTest
  @CsvSource({"'',[0-9]+ (min|s)", "--zone=Europe/Berlin,[0-9]+ (min|s)", "--zone=UTC,2 h"})
  void readsLineTimesInTheirZone(String option, String firingFor) throws IOException {
    String log = Form.PRETTY.of(1).replace("27/05/06 10:", "27/05/06 12:");
    String[] options = option.isEmpty() ? new String[0] : new String[] {option};
    Path file = folder.resolve("berlin.log");
    Files.writeString(file, log + "27/05/06 12:36:00 INFO X: still here\n");
    assertThat(replay(file, options)).isZero();
    assertThat(out.toString())
        .containsPattern("NoInput +from 2027-05-06T10:3.*still firing after " + firingFor);
  }

  @Test
  void readsAFolderOfRotatedLogsByTheirTimes() throws IOException {
    List<byte[]> parts = splitInsideABlock();
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Files.write(logs.resolve("b.log.gz"), gzipped(parts.get(0)));
    Files.write(logs.resolve("active.log"), parts.get(1));
    Files.createFile(logs.resolve("empty"));
    assertThat(replay(logs)).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).contains("batches 5, rows 500, worst lag 28 records", "no alert");
  }

  @Test
  void readsAZipOfLogsAlsoWhereTheyAreGzipped() throws IOException {
    List<byte[]> parts = splitInsideABlock();
    Path archive = folder.resolve("logs.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry("logs/a.log"));
      zip.write(parts.get(1));
      zip.putNextEntry(new ZipEntry("logs/b.log.gz"));
      zip.write(gzipped(parts.get(0)));
    }
    assertThat(replay(archive)).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).contains("batches 5, rows 500, worst lag 28 records", "no alert");
  }

  @Test
  void readsAFolderWithEventLogsAndDriverLogsOfOneApplication() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Files.writeString(logs.resolve("a"), Form.PRETTY.of(3));
    String events =
        IntStream.range(2, 5)
            .mapToObj(
                batch ->
                    "{\"Event\":\"org.apache.spark.sql.streaming.StreamingQueryListener$QueryProgressEvent\","
                        + "\"progress\":"
                        + progress(batch, RUN).replaceAll("\\n *", "")
                        + "}\n")
            .collect(Collectors.joining());
    Files.writeString(logs.resolve("b"), events);
    assertThat(replay(logs)).isZero();
    assertThat(out.toString())
        .contains("batches 5, rows 500, worst lag 28 records", "no alert")
        .contains("read 5 progress, 0 starts, 0 ends from 1 application; 0 not used");
  }

  @Test
  void emptyOffsetsMakeTheLagUnknownWithAReason() throws IOException {
    String log =
        Form.PRETTY
            .batch(0)
            .replaceAll("(?s)\"(endOffset|latestOffset)\" *: *\\{.*?\\}\\s*\\}", "\"$1\" : {}");
    assertThat(log).contains("\"endOffset\" : {}");

    assertThat(replay(log)).isZero();
    assertThat(out.toString()).contains("worst lag unknown (").doesNotContain("worst lag 0");
  }

  private static List<byte[]> splitInsideABlock() {
    String log = "27/05/06 10:00:00 INFO X: begins\n" + Form.PRETTY.of(5);
    int cut = log.indexOf("  \"sources\"", log.indexOf("\"batchId\" : 2"));
    return Stream.of(log.substring(0, cut), log.substring(cut))
        .map(part -> part.getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  private static byte[] gzipped(byte[] bytes) throws IOException {
    var to = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(to)) {
      gzip.write(bytes);
    }
    return to.toByteArray();
  }
}
