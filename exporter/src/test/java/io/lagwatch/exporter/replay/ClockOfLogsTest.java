package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The times of failures and of quiet hours, in logs whose only times have unusual forms. */
class ClockOfLogsTest {
  private static final Instant FAILED = Instant.parse("2027-05-06T10:22:00Z");
  private static final Instant IDLE_FROM = Instant.parse("2027-05-06T10:20:00Z");
  private static final int IDLE_LINES = 540;

  @TempDir private Path folder;

  private LogsOnDisk logs() {
    return new LogsOnDisk(folder);
  }

  /** How a log writes a time. */
  private interface TimeFormat {
    String of(Instant at);
  }

  private static TimeFormat pattern(String pattern, String zone, String language) {
    var format = DateTimeFormatter.ofPattern(pattern, Locale.forLanguageTag(language));
    return at -> format.withZone(ZoneId.of(zone)).format(at);
  }

  private static TimeFormat pattern(String pattern) {
    return pattern(pattern, "UTC", "en");
  }

  static Stream<Arguments> formats() {
    return Stream.of(
            pattern("yy/MM/dd HH:mm:ss"),
            pattern("yyyy-MM-dd HH:mm:ss,SSS"),
            pattern("yyyy/MM/dd HH:mm:ss.SSS"),
            pattern("yyyy-M-d H:mm:ss"),
            pattern("MM/dd/yyyy hh:mm:ss a"),
            pattern("MM/dd/yyyy HH:mm:ss"),
            pattern("dd.MM.yyyy HH:mm:ss"),
            pattern("dd/MM/yyyy HH:mm:ss"),
            pattern("dd-MM-yy HH:mm:ss"),
            pattern("M/d/yy HH:mm:ss:SSS"),
            pattern("[dd/MMM/yyyy:HH:mm:ss Z]"),
            pattern("d. MMMM yyyy HH:mm:ss", "UTC", "de"),
            pattern("dd MMM yyyy HH:mm:ss,SSS", "UTC", "fr"),
            pattern("d MMM yyyy HH:mm:ss", "UTC", "ru"),
            pattern("MMM d, yyyy h:mm:ss a"),
            pattern("EEE MMM dd HH:mm:ss zzz yyyy"),
            pattern("yyyy年MM月dd日 HH:mm:ss"),
            pattern("yyyyMMdd HH:mm:ss.SSS"),
            pattern("yyyyMMdd HHmmss"),
            pattern("yyyyMMdd'T'HHmmss'Z'"),
            pattern("'I'MMdd HH:mm:ss.SSSSSS"),
            pattern("MM-dd HH:mm:ss.SSS"),
            pattern("MMM dd HH:mm:ss"),
            pattern("HH:mm:ss.SSS"),
            pattern("[HH:mm:ss]"),
            pattern("HH:mm:ss,SSS", "Asia/Tokyo", "en"),
            pattern("MM/dd/yyyy hh:mm:ss a", "America/New_York", "en"),
            pattern("yyyy-MM-dd HH:mm:ss zzz", "Europe/Berlin", "en"),
            pattern("yy/MM/dd HH:mm:ss", "Asia/Kathmandu", "en"),
            (TimeFormat) at -> "" + at.toEpochMilli(),
            (TimeFormat) at -> "[" + at.getEpochSecond() + ".250]",
            (TimeFormat) at -> "<event timestamp=\"" + at.toEpochMilli() + "\">")
        .map(Arguments::of);
  }

  private static String batches(TimeFormat format) {
    return LogsOnDisk.ofEach(
        batch ->
            format.of(LoggedQuery.ended(batch))
                + " INFO MicroBatchExecution: "
                + LogsOnDisk.message(batch)
                + "\n");
  }

  private static String failure(TimeFormat format) {
    return format.of(FAILED)
        + " ERROR MicroBatchExecution: Query orders [id = %s, runId = %s] terminated with error\n"
            .formatted(LoggedQuery.ID, LoggedQuery.RUN)
        + "java.lang.IllegalStateException: no room\n"
        + format.of(FAILED.plusSeconds(20))
        + " INFO SparkContext: Invoking stop() from shutdown hook\n";
  }

  private static String idleLines(TimeFormat format) {
    var lines = new StringBuilder();
    for (int i = 0; i < IDLE_LINES; i++) {
      lines
          .append(format.of(IDLE_FROM.plusSeconds(20L * i)))
          .append(" INFO MicroBatchExecution: Streaming query has been idle and waiting for new")
          .append(" data more than 10000 ms.\n");
    }
    return lines.toString();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void aFailureIsAtTheTimeOfItsLine(TimeFormat format) {
    ReplayAnswer answer = logs().answer(batches(format) + failure(format));
    assertThat(answer.out()).contains("The query failed at 2027-05-06 10:22:00 UTC");
    assertThat(answer.alerts()).last().asString().contains("T10:22:00Z  firing    QueryFailed");
  }

  @ParameterizedTest
  @MethodSource("formats")
  void theClockRunsToTheLastLine(TimeFormat format) {
    ReplayAnswer answer = logs().answer(batches(format) + idleLines(format));
    assertThat(answer.out())
        .contains("was idle for 3 h from 2027-05-06 10:20:00 UTC to 2027-05-06 13:19:40 UTC")
        .contains("NoInput            from 2027-05-06T10:50:15Z, still firing");
  }

  @Test
  void saysThatLinesHaveNoTime() {
    TimeFormat none = at -> "[stream]";
    assertThat(logs().answer(batches(none) + failure(none)).out())
        .contains(
            "1 line about runs had no time that can be read: the time of the line before was"
                + " taken");
    assertThat(logs().answer(batches(none)).out()).doesNotContain("no time");
  }

  @Test
  void timesInTheDataOfAJobDoNotMoveTheClock() {
    String log =
        LogsOnDisk.DRIVER_LOG.replace(
            "27/05/06", "23:59:59 is when the shop closes\n1999999999999 rows\n27/05/06");
    logs().isReadAsTheBaseline(log);
  }

  @Test
  void alertTimesAreSeconds() {
    String log =
        LogsOnDisk.ofEach(
            batch -> LoggedQuery.json(batch).replace("00.000Z", "00.123456789Z") + "\n");
    assertThat(logs().answer(log).out())
        .contains("2027-05-06T10:13:15Z  firing    LagGrowing")
        .contains("LagGrowing         from 2027-05-06T10:13:15Z, still firing");
  }
}
