package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.listener.StubExporter.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Runs two queries with a trigger interval of 1 s, one in a session with the listener and one in a
 * session without it, while the exporter fails in every way that the stub supports.
 */
class ExporterFailureIT {
  private static final int BATCHES_PER_FAILURE = 4;

  private static StubExporter exporter;
  private static SparkSession watched;
  private static SparkSession bare;

  @BeforeAll
  static void start() {
    exporter = new StubExporter();
    bare = LocalSpark.startBare();
    watched = bare.newSession();
    LocalSpark.reportingTo(exporter.address())
        .forEach((key, value) -> bare.sparkContext().conf().set(key, value));
  }

  @AfterAll
  static void stop() {
    bare.stop();
    exporter.close();
  }

  @Test
  void delaysNoBatchAndLosesNoCountWhileTheExporterFails() throws Exception {
    EventCounter counter = new EventCounter();
    watched.streams().addListener(counter);
    watched.streams().addListener(new LagwatchListener(bare.sparkContext().conf()));
    StreamingQuery with = LocalSpark.query(watched, "with-listener");
    StreamingQuery without = LocalSpark.query(bare, "without-listener");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> batch(with) >= 1 && batch(without) >= 1 && reportedBatches() >= 1);
    int threads = LocalSpark.agentThreads().size();

    List<Mode> failures = new ArrayList<>(Arrays.asList(Mode.values()));
    failures.set(failures.indexOf(Mode.ACCEPTING), null);
    for (Mode failure : failures) {
      if (failure == null) {
        exporter.stop();
      } else {
        exporter.mode(failure);
      }
      long withBefore = batch(with);
      long withoutBefore = batch(without);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> batch(without) >= withoutBefore + BATCHES_PER_FAILURE);
      assertThat(batch(with) - withBefore)
          .as("batches while the exporter is %s", failure == null ? "absent" : failure)
          .isCloseTo(batch(without) - withoutBefore, org.assertj.core.data.Offset.offset(1L));
      assertThat(LocalSpark.agentThreads()).hasSize(threads);
      if (failure == null) {
        exporter.restart();
      } else {
        int previous = exporter.notAccepted.get();
        await().atMost(Duration.ofSeconds(5)).until(() -> exporter.notAccepted.get() > previous);
      }
    }
    assertThat(exporter.maxInFlight.get()).isEqualTo(1);
    assertThat(with.isActive()).isTrue();

    with.stop();
    exporter.mode(Mode.ACCEPTING);
    await().until(() -> counter.hasEnded(with.runId()));
    EventCounter.Counts counted = counter.of(with.runId());
    assertThat(counted.batches()).isGreaterThan((long) failures.size() * BATCHES_PER_FAILURE);
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> {
              JsonNode end = exporter.query("with-listener");
              assertThat(end.get("status").asText()).isEqualTo("STOPPED");
              assertThat(end.at("/totals/batches").asLong()).isEqualTo(counted.batches());
              assertThat(end.at("/totals/inputRows").asLong()).isEqualTo(counted.rows());
            });
    assertThat(reportsFailed()).isGreaterThanOrEqualTo(failures.size());
    without.stop();
  }

  private static long batch(StreamingQuery query) {
    return query.lastProgress() == null ? -1 : query.lastProgress().batchId();
  }

  private static long reportedBatches() {
    JsonNode report = exporter.query("with-listener");
    return report == null ? 0 : report.at("/totals/batches").asLong();
  }

  private static long reportsFailed() {
    return exporter
        .requests
        .get(exporter.requests.size() - 1)
        .report()
        .at("/agent/reportsFailed")
        .asLong();
  }
}
