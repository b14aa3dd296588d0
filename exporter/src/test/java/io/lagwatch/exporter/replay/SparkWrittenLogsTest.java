package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Logs that Spark 3.5.7 and 4.1.3 wrote of a query that was stopped, started again, failed, started
 * again and stopped. Events of loggers that say nothing of queries were taken out.
 */
class SparkWrittenLogsTest {
  private static final String FAILURE_3 =
      "07:21:10 UTC: java.lang.IllegalStateException: no room for \"{parcels}\"";
  private static final String FAILURE_4 =
      "07:24:20 UTC: org.apache.spark.sql.execution.streaming.sources.ForeachBatchUserFuncException:"
          + " [FOREACH_BATCH_USER_FUNCTION_ERROR]";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "spark-3.5-default, 115 records at 2026-12-03 07:21:24",
    "spark-3.5-custom-pattern, 115 records at 2026-12-03 07:21:24",
    "spark-4.1-default, 135 records at 2026-12-03 07:23:50",
    "spark-4.1-custom-pattern, 135 records at 2026-12-03 07:23:50",
    "spark-4.1-structured, 135 records at 2026-12-03 07:23:50",
    "spark-4.1-ecs, 135 records at 2026-12-03 07:23:50"
  })
  void readsTheRunsOfTheQuery(String name, String worstLag) throws IOException {
    Path log = folder.resolve(name);
    try (InputStream in =
        SparkWrittenLogsTest.class.getResourceAsStream("/replay/" + name + ".log.gz")) {
      Files.copy(Objects.requireNonNull(in, name), log);
    }
    ReplayAnswer answer = ReplayAnswer.to(List.of(log.toString()));
    assertThat(answer.exitCode()).as(answer.brief()).isZero();
    assertThat(answer.err()).isEmpty();
    assertThat(answer.out())
        .contains("parcels-app / parcels", "no alert")
        .contains("batches 15, rows 365, worst lag " + worstLag)
        .contains("read 15 progress, 3 starts, 3 ends from 1 application; 0 not used")
        .contains(
            "The query failed at 2026-12-03 " + (name.contains("3.5") ? FAILURE_3 : FAILURE_4));
  }
}
