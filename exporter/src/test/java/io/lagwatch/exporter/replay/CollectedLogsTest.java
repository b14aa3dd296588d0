package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The baseline as collectors of logs keep it and as their tools export it. */
class CollectedLogsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path folder;

  private LogsOnDisk logs() {
    return new LogsOnDisk(folder);
  }

  private static long millis(int batch) {
    return LoggedQuery.ended(batch).toEpochMilli();
  }

  @Test
  void aDatabricksDriverNamesTheQueryInFrontOfTheText() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.DRIVER_LOG.replace(
                "MicroBatchExecution: ", "MicroBatchExecution: [queryId = 7b1f0] [batchId = 3] "));
  }

  @Test
  void elasticMapReduceKeepsTheErrorStreamOfEachContainer() throws IOException {
    Path file =
        logs().write("containers/container_1700000000000_0042_01_000001/stderr", "").getParent();
    try (var gzip = new GZIPOutputStream(Files.newOutputStream(file.resolve("stderr.gz")))) {
      gzip.write(LogsOnDisk.DRIVER_LOG.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    logs()
        .write(
            "containers/container_1700000000000_0042_01_000002/stderr",
            "27/05/06 10:00:01 INFO CoarseGrainedExecutorBackend: Started daemon\n");
    logs().isReadAsTheBaseline(folder.resolve("containers"));
  }

  @Test
  void yarnPutsTheLogsOfContainersOneBehindTheOther() {
    logs()
        .isReadAsTheBaseline(
            container(2, "stderr", "27/05/06 10:00:01 INFO Executor: Starting executor ID 1\n")
                + container(1, "stderr", LogsOnDisk.DRIVER_LOG)
                + container(1, "stdout", ""));
  }

  private static String container(int number, String type, String log) {
    return """

    Container: container_e01_1700000000000_0042_01_00000%d on node7_8041
    LogAggregationType: AGGREGATED
    ==============================================================
    LogType:%s
    LogLastModifiedTime:Thu May 06 10:40:00 +0000 2027
    LogLength:%d
    LogContents:
    """
            .formatted(number, type, log.length())
        + log
        + "\nEnd of LogType:"
        + type
        + "\n*******************************************************\n\n";
  }

  @Test
  void logcliPrintsTimeAndLabels() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEachLine(
                line -> "2027-05-06T10:00:20Z {app=\"orders\", pod=\"driver\"} " + line));
  }

  @Test
  void lokiExportsEachLineAsJson() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEachLine(
                line ->
                    "{\"labels\":{\"app\":\"orders\"},\"line\":\"%s\",\"timestamp\":\"%s\"}"
                        .formatted(LoggedQuery.escaped(line), LoggedQuery.START)));
  }

  @Test
  void cloudWatchExportsAnArrayOfEvents() {
    ArrayNode events = MAPPER.createArrayNode();
    for (int batch = 0; batch < LoggedQuery.BATCHES; batch++) {
      events
          .addObject()
          .put("timestamp", millis(batch))
          .put("message", RecordForm.SPARK_DEFAULT.batch(batch).stripTrailing())
          .put("ingestionTime", millis(batch) + 900);
    }
    String json = MAPPER.createObjectNode().set("events", events).toPrettyString();
    logs().isReadAsTheBaseline(json);
  }

  @Test
  void cloudWatchInsightsExportsCommaSeparatedValues() {
    logs()
        .isReadAsTheBaseline(
            "@timestamp,@message\n"
                + LogsOnDisk.ofEach(
                    batch ->
                        LoggedQuery.ended(batch).toString().replace("T", " ").replace("Z", ".000")
                            + ","
                            + LogsOnDisk.csv(LogsOnDisk.message(batch))
                            + "\n"));
  }

  @Test
  void splunkExportsJsonLinesWithTheTextInRaw() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(
                batch ->
                    "{\"preview\":false,\"result\":{\"_raw\":\"%s\",\"_time\":\"%s\"}}\n"
                        .formatted(
                            LoggedQuery.escaped(RecordForm.SPARK_DEFAULT.batch(batch)),
                            LoggedQuery.ended(batch))));
  }

  @Test
  void elasticsearchExportsTheSourceOfEachDocument() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(
                batch ->
                    "{\"_index\":\"logs\",\"_source\":{\"@timestamp\":\"%s\",\"message\":\"%s\"}}\n"
                        .formatted(
                            LoggedQuery.ended(batch),
                            LoggedQuery.escaped(RecordForm.SPARK_DEFAULT.batch(batch)))));
  }

  @Test
  void googleCloudExportsTheNewestEntryFirst() {
    ArrayNode entries = MAPPER.createArrayNode();
    for (int batch = LoggedQuery.BATCHES - 1; batch >= 0; batch--) {
      var entry = entries.addObject();
      entry.put("insertId", "a" + batch);
      entry.putObject("jsonPayload").put("message", LogsOnDisk.message(batch)).put("class", "M");
      entry.put("timestamp", LoggedQuery.ended(batch).toString());
    }
    logs().isReadAsTheBaseline(entries.toPrettyString());
  }

  @Test
  void googleCloudPutsTextInTextPayload() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(
                batch ->
                    "{\"insertId\":\"a\",\"textPayload\":\"%s\",\"timestamp\":\"%s\"}\n"
                        .formatted(
                            LoggedQuery.escaped(LogsOnDisk.message(batch)),
                            LoggedQuery.ended(batch))));
  }

  @Test
  void log4jPrintsTheTimeAsSecondsOfTheEpoch() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(
                batch ->
                    ("{\"instant\":{\"epochSecond\":%d,\"nanoOfSecond\":0},\"level\":\"INFO\","
                            + "\"loggerName\":\"M\",\"message\":\"%s\",\"endOfBatch\":false,"
                            + "\"contextMap\":{\"app\":\"orders\"}}\n")
                        .formatted(
                            millis(batch) / 1000, LoggedQuery.escaped(LogsOnDisk.message(batch)))));
  }

  @Test
  void structuredLinesAreInsideTheLinesOfTheContainer() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(
                batch ->
                    "{\"log\":\"%s\\n\",\"stream\":\"stdout\",\"time\":\"%s\"}\n"
                        .formatted(
                            LoggedQuery.escaped(RecordForm.STRUCTURED.batch(batch)),
                            LoggedQuery.ended(batch))));
  }

  @Test
  void aRuntimeWritesALongLineInParts() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(
                batch -> {
                  Instant at = LoggedQuery.ended(batch);
                  String line = RecordForm.ONE_LINE.batch(batch).stripTrailing();
                  return at
                      + " stderr P "
                      + line.substring(0, 300)
                      + "\n"
                      + at
                      + " stderr P "
                      + line.substring(300, 600)
                      + "\n"
                      + at
                      + " stderr F "
                      + line.substring(600)
                      + "\n";
                }));
  }

  @Test
  void dockerWritesALongLineInParts() {
    String format = "{\"log\":\"%s\",\"stream\":\"stderr\",\"time\":\"%s\"}\n";
    logs()
        .isReadAsTheBaseline(
            format.formatted("27/05/06 10:00:00 INFO X: y\\n", LoggedQuery.START)
                + LogsOnDisk.ofEach(
                    batch -> {
                      Instant at = LoggedQuery.ended(batch);
                      String line = RecordForm.ONE_LINE.batch(batch).stripTrailing();
                      return format.formatted(LoggedQuery.escaped(line.substring(0, 500)), at)
                          + format.formatted(LoggedQuery.escaped(line.substring(500)) + "\\n", at);
                    }));
  }
}
