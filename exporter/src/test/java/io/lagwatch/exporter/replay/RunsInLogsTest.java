package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Starts, failures, attempts and scheduled runs, as logs tell of them. */
class RunsInLogsTest {
  private static final String NEXT_RUN = "7b1f0000-0000-4000-8000-00000000000b";
  private static final Instant FAILED = Instant.parse("2027-05-06T10:22:00Z");

  @TempDir private Path folder;

  private LogsOnDisk logs() {
    return new LogsOnDisk(folder);
  }

  private static String log(LinePrefix prefix) {
    return String.join("", LogCut.NONE.files(RecordForm.SPARK_DEFAULT, prefix));
  }

  private static String failure() {
    return """
    27/05/06 10:22:00 ERROR MicroBatchExecution: Query orders [id = %s, runId = %s] terminated with error
    org.apache.kafka.common.errors.TimeoutException: Timeout of 60000ms expired: {orders.v1-0}
    \tat org.apache.kafka.clients.Fetcher.poll(Fetcher.java:1)
    27/05/06 10:22:01 INFO SparkContext: Invoking stop() from shutdown hook
    """
        .formatted(LoggedQuery.ID, LoggedQuery.RUN);
  }

  @ParameterizedTest
  @EnumSource
  void aFailureIsReadBehindAnyPrefix(LinePrefix prefix) {
    ReplayAnswer answer = logs().answer(log(prefix) + prefix.addTo(failure(), FAILED, true));
    assertThat(answer.alerts()).last().asString().contains("firing    QueryFailed");
    assertThat(answer.out())
        .contains("TimeoutException", "Timeout of 60000ms expired: {orders.v1-0}")
        .contains("read 7 progress, 0 starts, 1 end from");
  }

  @Test
  void aFailureIsReadFromAStructuredLog() {
    String log =
        LogsOnDisk.ofEach(RecordForm.STRUCTURED::batch)
            + ("{\"ts\":\"%s\",\"level\":\"ERROR\",\"msg\":\"Query orders [id = %s, runId = %s]"
                    + " terminated with error\",\"exception\":{\"class\":\"java.lang.Illegal"
                    + "StateException\",\"msg\":\"no room\",\"stacktrace\":[]},\"logger\":\"M\"}\n")
                .formatted(FAILED, LoggedQuery.ID, LoggedQuery.RUN);
    ReplayAnswer answer = logs().answer(log);
    assertThat(answer.alerts()).last().asString().contains("firing    QueryFailed");
    assertThat(answer.out()).contains("IllegalStateException", "no room");
  }

  @Test
  void aProgressThatIsPrintedAfterTheEndOfItsRunBelongsToTheRun() {
    String last = RecordForm.SPARK_DEFAULT.batch(LoggedQuery.BATCHES - 1);
    String log =
        String.join("", RecordForm.SPARK_DEFAULT.batches(0, LoggedQuery.BATCHES - 1))
            + failure()
            + last
            + "27/05/06 10:50:00 INFO SparkContext: Invoking stop() from shutdown hook\n";
    ReplayAnswer answer = logs().answer(log);
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.numbers()).singleElement().asString().contains("batches 7, rows 1,400");
    assertThat(answer.alerts()).last().asString().contains("firing    QueryFailed");
    assertThat(answer.out())
        .contains("read 7 progress, 0 starts, 1 end from", "QueryFailed", "still firing")
        .doesNotContain("BatchStuck", "NoInput", "was started again");
  }

  @Test
  void aStopIsNoFailure() {
    ReplayAnswer answer =
        logs()
            .answer(
                LogsOnDisk.DRIVER_LOG
                    + "27/05/06 10:22:00 INFO MicroBatchExecution: Query orders [id = %s, runId = %s] was stopped\n"
                        .formatted(LoggedQuery.ID, LoggedQuery.RUN));
    assertThat(answer.out()).contains("read 7 progress, 0 starts, 1 end from");
    assertThat(answer.out()).doesNotContain("QueryFailed");
  }

  @Test
  void theNextDriverMayAppendToTheSameFile() {
    String driver = "27/05/06 10:00:00 INFO SparkContext: Running Spark version 3.5.3\n";
    String log =
        driver
            + String.join("", RecordForm.SPARK_DEFAULT.batches(0, 3))
            + driver.replace("10:00", "10:08")
            + String.join("", RecordForm.SPARK_DEFAULT.batches(3, LoggedQuery.BATCHES))
                .replace(LoggedQuery.RUN, NEXT_RUN);
    ReplayAnswer answer = logs().answer(log);
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.numbers()).containsExactlyElementsOf(logs().baseline().numbers());
    assertThat(answer.out())
        .contains("was started again at 2027-05-06 10:09")
        .doesNotContain("CheckpointShared");
  }

  @Test
  void theAttemptsOfAnApplicationAreOneQuery() {
    Path first = logs().write("events/application_1_0042_1", attempt(1, 0, 3, LoggedQuery.RUN));
    logs().write("events/application_1_0042_2", attempt(2, 3, LoggedQuery.BATCHES, NEXT_RUN));
    ReplayAnswer answer = logs().answer(first.getParent());
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.numbers()).containsExactlyElementsOf(logs().baseline().numbers());
    assertThat(answer.out())
        .contains("parcels-app / orders", "read 7 progress, 2 starts")
        .doesNotContain("CheckpointShared");
  }

  private static String attempt(int number, int from, int to, String run) {
    Instant at = LoggedQuery.began(from);
    String started =
        "{\"Event\":\"SparkListenerApplicationStart\",\"App Name\":\"parcels-app\",\"App ID\":"
            + "\"application_1_0042\",\"Timestamp\":%d,\"User\":\"svc\",\"App Attempt ID\":\"%d\"}\n"
                .formatted(at.toEpochMilli(), number);
    String log = String.join("", RecordForm.EVENT_LOG.batches(from, to));
    int second = log.indexOf('\n') + 1;
    return (log.substring(0, second) + started + log.substring(second))
        .replace(LoggedQuery.RUN, run)
        .replace("\"timestamp\":\"" + LoggedQuery.START + "\"", "\"timestamp\":\"" + at + "\"");
  }

  @Test
  void hourlyRunsThatEndByThemselvesRaiseNoAlert() {
    for (int hour = 0; hour < 6; hour++) {
      logs().write("jobs/run-" + hour + ".log", hourly(hour));
    }
    ReplayAnswer answer = logs().answer(folder.resolve("jobs"));
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.alerts()).isEmpty();
    assertThat(answer.out()).contains("batches 6, rows 1,200", "no alert");
  }

  private static String hourly(int hour) {
    String run = NEXT_RUN.substring(0, NEXT_RUN.length() - 1) + hour;
    String clock = "27/05/06 1%d:".formatted(hour);
    return (clock
            + "00:00 INFO SparkContext: Running Spark version 3.5.3\n"
            + clock
            + "00:00 INFO MicroBatchExecution: Starting orders [id = %s, runId = %s]. Use ck\n"
            + RecordForm.SPARK_DEFAULT
                .batch(0)
                .replace("27/05/06 10:", clock)
                .replace("2027-05-06T10:", "2027-05-06T1%d:".formatted(hour))
                .replace("\"batchId\" : 0", "\"batchId\" : " + hour)
                .replace(LoggedQuery.RUN, run)
            + clock
            + "01:10 INFO MicroBatchExecution: Query orders [id = %s, runId = %s] was stopped\n"
            + clock
            + "01:20 INFO SparkContext: Successfully stopped SparkContext\n")
        .formatted(LoggedQuery.ID, run, LoggedQuery.ID, run);
  }

  @ParameterizedTest
  @EnumSource
  void anIdleQueryHasNoInputBehindAnyPrefix(LinePrefix prefix) {
    var log = new StringBuilder(log(prefix));
    for (int i = 0; i < 180; i++) {
      Instant at = Instant.parse("2027-05-06T10:20:00Z").plusSeconds(20L * i);
      String line =
          "27/05/06 "
              + at.toString().substring(11, 19)
              + " INFO MicroBatchExecution: Streaming query has been idle and waiting for new data"
              + " more than 10000 ms.\n";
      log.append(prefix.addTo(line, at, true));
    }
    ReplayAnswer answer = logs().answer(log.toString());
    assertThat(answer.out()).contains("NoInput").doesNotContain("BatchStuck");
  }
}
