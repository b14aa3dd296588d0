package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The baseline between other output, in other formats of time, and as people print it. */
class UnusualDriverLogsTest {
  @TempDir private Path folder;

  private LogsOnDisk logs() {
    return new LogsOnDisk(folder);
  }

  private static String says(String time, int batch) {
    return time + " INFO MicroBatchExecution: " + LogsOnDisk.message(batch) + "\n";
  }

  static Stream<Arguments> timeFormats() {
    return Stream.of(
            "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
            "yyyy-MM-dd HH:mm:ss,SSS",
            "yyyy-MM-dd HH:mm:ss.SSSSSS",
            "yyyy/MM/dd HH:mm:ss",
            "yyyyMMdd HH:mm:ss.SSS",
            "dd.MM.yyyy HH:mm:ss",
            "dd/MMM/yyyy:HH:mm:ss Z",
            "dd MMM yyyy HH:mm:ss,SSS",
            "EEE MMM dd HH:mm:ss zzz yyyy",
            "MM-dd HH:mm:ss.SSS",
            "HH:mm:ss.SSS",
            "[HH:mm:ss]",
            "MM/dd/yyyy hh:mm:ss a",
            "'['yyyy-MM-dd HH:mm:ss']'",
            "'no time'")
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("timeFormats")
  void theTimeOfALineMayHaveAnyFormat(String pattern) {
    var format = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(batch -> says(format.format(LoggedQuery.ended(batch)), batch)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"de", "fr", "pl"})
  void theNameOfAMonthMayBeOfAnotherLanguage(String language) {
    var format =
        DateTimeFormatter.ofPattern("dd MMM yyyy HH:mm:ss,SSS", Locale.forLanguageTag(language))
            .withZone(ZoneOffset.UTC);
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(batch -> says(format.format(LoggedQuery.ended(batch)), batch)));
  }

  @Test
  void theTimeOfALineMayBeMillisecondsOfTheEpoch() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(batch -> says("" + LoggedQuery.ended(batch).toEpochMilli(), batch)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Asia/Kolkata", "America/New_York", "Europe/Berlin"})
  void theTimeOfALineMayBeThatOfAnotherZone(String zone) {
    var format = DateTimeFormatter.ofPattern("yy/MM/dd HH:mm:ss").withZone(ZoneId.of(zone));
    String log = LogsOnDisk.ofEach(batch -> says(format.format(LoggedQuery.ended(batch)), batch));
    logs().isReadAsTheBaseline(log);
    logs().isReadAsTheBaseline(log, "--zone", zone);
  }

  static Stream<Arguments> otherOutput() {
    return Stream.of(
            "-------------------------------------------\nBatch: 3\n"
                + "-------------------------------------------\n+---+-----+\n|key|value|\n"
                + "+---+-----+\n|  a|{\"b\"|\n+---+-----+\n",
            "Full thread dump OpenJDK 64-Bit Server VM (17.0.9+9 mixed mode):\n\n"
                + "\"main\" #1 prio=5 os_prio=0 cpu=1ms tid=0x1 nid=0x2 waiting on condition\n"
                + "   java.lang.Thread.State: TIMED_WAITING (parking)\n\tat a.B.c(B.java:1)\n",
            "27/05/06 10:00:00 INFO CodeGenerator: Generated:\n/* 1 */ public Object f() {\n"
                + "/* 2 */   if (\"{\".equals(x)) {\n",
            "27/05/06 10:00:00 INFO DAGScheduler: == Plan ==\n"
                + "+- ( [ { ".repeat(300_000)
                + "\n",
            "[Stage 3:=====>                 (12 + 4) / 200]\r"
                + "                                               \r",
            "SLF4J: Class path contains multiple SLF4J bindings.\n\u0000\u0001\u0002\n",
            "27/05/06 10:00:00 WARN X: {\"id\": 1, \"timestamp\": \"yesterday\"}\n")
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("otherOutput")
  void otherOutputStandsBetweenTheBlocks(String output) {
    logs()
        .isReadAsTheBaseline(
            output + LogsOnDisk.ofEach(batch -> RecordForm.SPARK_DEFAULT.batch(batch) + output));
  }

  @ParameterizedTest
  @MethodSource("otherOutput")
  void otherOutputInsideABlockSpoilsThatBlockAtMost(String output) {
    String log = LogsOnDisk.DRIVER_LOG;
    int middle = log.indexOf("  \"numInputRows\"", log.indexOf("\"batchId\" : 3"));
    ReplayAnswer answer = logs().answer(log.substring(0, middle) + output + log.substring(middle));
    assertThat(answer.read() + answer.notUsed()).as(answer.brief()).isEqualTo(7);
    assertThat(answer.exitCode()).isEqualTo(answer.notUsed());
    assertThat(answer.notUsed()).isLessThan(2);
  }

  @Test
  void aShellShowsTheProgressAsAResult() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(
                batch ->
                    "scala> query.lastProgress\nres"
                        + batch
                        + ": org.apache.spark.sql.streaming.StreamingQueryProgress =\n"
                        + LoggedQuery.pretty(batch)
                        + "\n\nscala> "));
  }

  @Test
  void aShellShowsTheRecentProgressAsAnArray() {
    logs()
        .isReadAsTheBaseline(
            "scala> query.recentProgress\nres1: Array[org.apache.spark.sql.streaming."
                + "StreamingQueryProgress] =\nArray("
                + LogsOnDisk.ofEach(batch -> (batch == 0 ? "" : ", ") + LoggedQuery.pretty(batch))
                + ")\n");
  }

  @Test
  void aNotebookPrintsADictOnSeveralLines() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(
                batch ->
                    "Out["
                        + batch
                        + "]:\n"
                        + LoggedQuery.python(batch).replace(", '", ",\n '")
                        + "\n\n"));
  }

  @Test
  void aNotebookFileKeepsTheLinesOfItsOutput() {
    String lines =
        ("["
                + LogsOnDisk.ofEach(batch -> (batch == 0 ? "" : ", ") + LoggedQuery.python(batch))
                + "]")
            .replace(", '", ",\n '")
            .lines()
            .map(line -> "      \"" + LoggedQuery.escaped(line) + "\\n\"")
            .collect(java.util.stream.Collectors.joining(",\n"));
    logs()
        .isReadAsTheBaseline(
            """
            {
              "cells": [{
                "cell_type": "code",
                "outputs": [{"name": "stdout", "output_type": "stream", "text": [
            %s
                ]}],
                "source": ["print(q.recentProgress)"]
              }],
              "nbformat": 4
            }
            """
                .formatted(lines));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"numInputRows\" : null,", "\"numInputRows\" : \"many\","})
  void recordsBetweenThePositionsCountIfTheRowsAreMissing(String instead) {
    ReplayAnswer answer =
        logs().answer(LogsOnDisk.DRIVER_LOG.replace("\"numInputRows\" : 200,", instead));
    assertThat(answer.exitCode()).isZero();
    // The first batch of the run has no start: its records are unknown.
    assertThat(answer.numbers()).singleElement().asString().contains("batches 7, rows 1,200");
  }

  @Test
  void theFieldsOfAProgressMayBeInAnyOrder() {
    logs()
        .isReadAsTheBaseline(
            LogsOnDisk.ofEach(
                batch ->
                    LoggedQuery.json(batch)
                            .replace("\"id\":\"" + LoggedQuery.ID + "\",", "")
                            .replace("\"runId\":\"" + LoggedQuery.RUN + "\",", "")
                            .replaceFirst(
                                "\\}$",
                                ",\"id\":\"%s\",\"runId\":\"%s\"}"
                                    .formatted(LoggedQuery.ID, LoggedQuery.RUN))
                        + "\n"));
  }

  @Test
  void twoQueriesOfAnApplicationAreToldApart() {
    String other = "7b1f0000-0000-4000-8000-0000000000";
    ReplayAnswer answer =
        logs()
            .answer(
                LogsOnDisk.ofEach(
                    batch ->
                        RecordForm.SPARK_DEFAULT.batch(batch)
                            + RecordForm.SPARK_DEFAULT
                                .batch(batch)
                                .replace(LoggedQuery.ID, other + "02")
                                .replace(LoggedQuery.RUN, other + "0b")
                                .replace("\"orders\"", "\"returns\"")));
    String numbers = logs().baseline().numbers().get(0);
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.numbers()).containsExactly(numbers, numbers);
    assertThat(answer.out())
        .contains("/ orders", "/ returns", "read 14 progress")
        .contains("from 1 application;")
        .doesNotContain("CheckpointShared");
    assertThat(Instant.parse(answer.alerts().get(0).substring(0, 20))).isNotNull();
  }
}
