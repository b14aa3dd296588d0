package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code replay --format text} says at its end. */
class SummaryTest {
  private static final Instant START = Instant.parse("2027-05-06T10:00:00Z");
  private static final String ID = "7c9e1b52-0000-4000-8000-000000000001";
  private static final String RUN = "7c9e1b52-0000-4000-8000-0000000000a1";
  private static final String NEXT_RUN = "7c9e1b52-0000-4000-8000-0000000000a2";

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int replay(Path... files) {
    var command = new CommandLine(new ReplayCommand(Map.of(), ReplayReport::title));
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(
        Stream.concat(Stream.of("--format", "text"), Stream.of(files).map(Path::toString))
            .toArray(String[]::new));
  }

  private Path log(String name, List<String> lines) throws IOException {
    return Files.write(folder.resolve(name), lines);
  }

  private static String progress(int second, int batch, String run, long lag, long millis) {
    long end = 100L * batch + 100;
    return """
    {"id":"%s","runId":"%s","name":"orders","timestamp":"%s","batchId":%d,\
    "durationMs":{"addBatch":%d,"walCommit":40,"triggerExecution":%d},"stateOperators":[],\
    "sources":[{"description":"KafkaV2[Subscribe[orders]]","startOffset":%s,\
    "endOffset":{"orders":{"0":%d}},"latestOffset":{"orders":{"0":%d}},"numInputRows":100}],\
    "sink":{"description":"a sink","numOutputRows":-1}}\
    """
        .formatted(
            ID,
            run,
            START.plusSeconds(second),
            batch,
            millis - 100,
            millis,
            batch == 0 ? "null" : "{\"orders\":{\"0\":" + (end - 100) + "}}",
            end,
            end + lag);
  }

  /** As Spark writes it into the driver's log. */
  private static String logged(int second, int batch, String run) {
    return DateTimeFormatter.ofPattern("yy/MM/dd HH:mm:ss", Locale.ROOT)
            .withZone(ZoneOffset.UTC)
            .format(START.plusSeconds(second + 1))
        + " INFO MicroBatchExecution: Streaming query made progress: "
        + progress(second, batch, run, 0, 1_000);
  }

  private static String event(String name, String fields) {
    return "{\"Event\":\"%s\",%s}".formatted(name, fields);
  }

  private static List<String> eventLog(String application, int second, int batch, String run) {
    return List.of(
        event(
            "SparkListenerApplicationStart",
            "\"App Name\":\"%s\",\"App ID\":\"%s-1\",\"Timestamp\":%d"
                .formatted(application, application, START.plusSeconds(second).toEpochMilli())),
        event(
            "org.apache.spark.sql.streaming.StreamingQueryListener$QueryProgressEvent",
            "\"progress\":" + progress(second, batch, run, 5, 1_000)));
  }

  @Test
  void theWorstLagCountsThoughItLastedOnlyMoments() throws IOException {
    Path log =
        log(
            "app.log",
            List.of(
                progress(0, 0, RUN, 0, 1_000),
                progress(2, 1, RUN, 3_852, 1_000),
                progress(4, 2, RUN, 0, 1_000),
                progress(40, 3, RUN, 0, 1_000)));

    assertThat(replay(log)).isZero();
    assertThat(out.toString())
        .contains(
            "batches 4, rows 400, worst lag 3,852 records at 2027-05-06 10:00:03 UTC"
                + System.lineSeparator());
  }

  @Test
  void namesTheLongestBatchAndItsSlowestPhase() throws IOException {
    Path log =
        log(
            "app.log",
            List.of(
                progress(0, 0, RUN, 0, 1_000),
                progress(10, 1, RUN, 0, 8_500),
                progress(20, 2, RUN, 0, 1_000)));

    assertThat(replay(log)).isZero();
    assertThat(out.toString())
        .contains(
            "The longest batch was batch 1: it took 8.5 s and ended at 2027-05-06 10:00:18 UTC;"
                + " its slowest phase was addBatch (8.4 s).");
  }

  @Test
  void aQueryOfTwoApplicationsIsOneQuery() throws IOException {
    Path first = log("first", eventLog("blue", 0, 0, RUN));
    Path second = log("second", eventLog("green", 3_000, 1, NEXT_RUN));

    assertThat(replay(first, second)).isZero();
    assertThat(out.toString())
        .containsOnlyOnce("batches ")
        .contains("green / orders", "batches 2, rows 200")
        .contains("It ran before as blue / orders.")
        .contains("The query was started again at 2027-05-06 10:50:00 UTC.")
        .contains("The driver did not report for ");
  }

  @Test
  void saysWhenAnAlertBeganAndEnded() throws IOException {
    Path log =
        log(
            "app.log",
            Stream.of(
                    Stream.of(logged(0, 0, RUN)),
                    Stream.of(
                        "27/05/06 10:00:30 ERROR X: Query orders [id = %s, runId = %s] terminated with error"
                            .formatted(ID, RUN),
                        "java.lang.IllegalStateException: no space left",
                        "27/05/06 10:02:00 INFO X: Starting orders [id = %s, runId = %s]. Use x"
                            .formatted(ID, NEXT_RUN)),
                    Stream.iterate(1, n -> n < 20, n -> n + 1)
                        .map(n -> logged(120 + 30 * n, n, NEXT_RUN)))
                .flatMap(lines -> lines)
                .toList());

    assertThat(replay(log)).isZero();
    assertThat(out.toString())
        .contains(
            "The query failed at 2027-05-06 10:00:30 UTC:"
                + " java.lang.IllegalStateException: no space left.")
        .contains("The query was started again at 2027-05-06 10:02:00 UTC.")
        .containsPattern(
            "QueryFailed +from 2027-05-06T10:00:\\d\\dZ for \\d min( \\d+ s)?,"
                + " until 2027-05-06T10:0\\d:\\d\\dZ");
  }

  @Test
  void saysHowLongAQueryWasIdle() throws IOException {
    Path log =
        log(
            "app.log",
            Stream.concat(
                    Stream.of(logged(0, 0, RUN)),
                    Stream.iterate(1, n -> n <= 60, n -> n + 1)
                        .map(
                            n ->
                                "27/05/06 10:%02d:%02d INFO X: Streaming query has been idle and waiting for new data more than 10000 ms."
                                    .formatted(n / 6, n % 6 * 10)))
                .toList());

    assertThat(replay(log)).isZero();
    assertThat(out.toString()).containsPattern("The query was idle for \\d+ min.* from 2027-05-06");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TaskSetManager: Finished task", "Planner: Plan {a}"})
  void aDriverThatOnlyWritesOtherLinesIsNotLost(String other) throws IOException {
    Path log =
        log(
            "app.log",
            Stream.of(
                    Stream.of(logged(0, 0, RUN)),
                    Stream.iterate(2, n -> n < 600, n -> n + 1)
                        .map(n -> "27/05/06 10:%02d:%02d INFO %s".formatted(n / 60, n % 60, other)),
                    Stream.of(logged(600, 1, RUN)))
                .flatMap(lines -> lines)
                .toList());

    assertThat(replay(log)).isZero();
    assertThat(out.toString())
        .contains("batches 2, rows 200")
        .doesNotContain("QueryLost", "did not report");
  }

  @Test
  void silenceWithoutASignOfABatchIsNotARunningBatch() throws IOException {
    Path log =
        log(
            "app.log",
            Stream.concat(
                    Stream.of(logged(0, 0, RUN), logged(60, 1, RUN)),
                    Stream.iterate(2, n -> n < 180, n -> n + 1)
                        .map(
                            n ->
                                "27/05/06 %02d:%02d:00 INFO Other: a line"
                                    .formatted(10 + n / 60, n % 60)))
                .toList());

    assertThat(replay(log)).isZero();
    assertThat(out.toString())
        .contains("batches 2, rows 200", "NoInput")
        .doesNotContain("BatchStuck", "QueryLost");
  }

  @Test
  void aBatchThatALineSaysIsRunningIsStuck() throws IOException {
    Path log =
        log(
            "app.log",
            Stream.concat(
                    Stream.of(
                        logged(0, 0, RUN),
                        logged(60, 1, RUN),
                        "27/05/06 10:01:30 INFO MicroBatchExecution: Committed offsets for batch 2."
                            + " Metadata OffsetSeqMetadata(0)"),
                    Stream.iterate(2, n -> n < 180, n -> n + 1)
                        .map(
                            n ->
                                "27/05/06 %02d:%02d:00 INFO Other: a line"
                                    .formatted(10 + n / 60, n % 60)))
                .toList());

    assertThat(replay(log)).isZero();
    assertThat(out.toString()).contains("BatchStuck").doesNotContain("QueryLost");
  }

  @Test
  void timesInTheDataThatAJobPrintsDoNotMoveTheClock() throws IOException {
    Path log =
        log(
            "app.log",
            List.of(
                logged(0, 0, RUN),
                "|2031-05-01 00:00:00|5|",
                "2032-05-01 00:00:00, 6, a",
                logged(60, 1, RUN),
                "2031-01-01 00:00:00, 7, a",
                logged(120, 2, RUN)));

    assertThat(replay(log)).isZero();
    assertThat(out.toString())
        .contains("batches 3, rows 300", "no alert")
        .doesNotContain("idle", "2031", "2032");
  }

  @Test
  void theApplicationIsTheOneThatTheLogNames() throws IOException {
    Path log =
        log(
            "app.log",
            List.of(
                "27/05/06 09:59:00 INFO SparkContext: Running Spark version 3.5.7",
                "27/05/06 09:59:00 INFO SparkContext: Submitted application: parcels",
                logged(0, 0, RUN),
                "27/05/06 10:02:00 INFO SparkContext: Running Spark version 3.5.7",
                "27/05/06 10:02:00 INFO SparkContext: Submitted application: parcels",
                logged(180, 1, NEXT_RUN)));

    assertThat(replay(log)).isZero();
    assertThat(out.toString())
        .containsOnlyOnce("batches ")
        .contains("parcels / orders", "batches 2, rows 200", "from 2 applications");
  }
}
