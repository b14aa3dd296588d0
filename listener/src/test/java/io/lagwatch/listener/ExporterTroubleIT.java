package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.listener.StubExporter.Mood;
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
 * Two queries with a trigger of 1 s run side by side, one in a session with the listener and one in
 * a session without, while the exporter goes through everything an exporter can do wrong.
 */
class ExporterTroubleIT {
  private static final int BATCHES_PER_TROUBLE = 4;

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
  void costsNoBatchAndLosesNoCountWhateverTheExporterDoes() throws Exception {
    Recorder truth = new Recorder();
    watched.streams().addListener(truth);
    watched.streams().addListener(new LagwatchListener(bare.sparkContext().conf()));
    StreamingQuery with = LocalSpark.query(watched, "with-listener");
    StreamingQuery without = LocalSpark.query(bare, "without-listener");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> batch(with) >= 1 && batch(without) >= 1 && heard() >= 1);
    int threads = LocalSpark.agentThreads().size();

    List<Mood> troubles = new ArrayList<>(Arrays.asList(Mood.values()));
    troubles.set(troubles.indexOf(Mood.ACCEPTING), null);
    for (Mood trouble : troubles) {
      if (trouble == null) {
        exporter.goAway();
      } else {
        exporter.mood(trouble);
      }
      long withBefore = batch(with);
      long withoutBefore = batch(without);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> batch(without) >= withoutBefore + BATCHES_PER_TROUBLE);
      assertThat(batch(with) - withBefore)
          .as("batches while the exporter is %s", trouble == null ? "absent" : trouble)
          .isCloseTo(batch(without) - withoutBefore, org.assertj.core.data.Offset.offset(1L));
      assertThat(LocalSpark.agentThreads()).hasSize(threads);
      if (trouble == null) {
        exporter.comeBack();
      } else {
        int refused = exporter.refused.get();
        await().atMost(Duration.ofSeconds(5)).until(() -> exporter.refused.get() > refused);
      }
    }
    assertThat(exporter.mostInFlight.get()).isEqualTo(1);
    assertThat(with.isActive()).isTrue();

    with.stop();
    exporter.mood(Mood.ACCEPTING);
    await().until(() -> truth.ended(with.runId()));
    Recorder.Truth counted = truth.of(with.runId());
    assertThat(counted.batches()).isGreaterThan((long) troubles.size() * BATCHES_PER_TROUBLE);
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> {
              JsonNode end = exporter.query("with-listener");
              assertThat(end.get("status").asText()).isEqualTo("STOPPED");
              assertThat(end.at("/totals/batches").asLong()).isEqualTo(counted.batches());
              assertThat(end.at("/totals/inputRows").asLong()).isEqualTo(counted.rows());
            });
    assertThat(reportsFailed()).isGreaterThanOrEqualTo(troubles.size());
    without.stop();
  }

  private static long batch(StreamingQuery query) {
    return query.lastProgress() == null ? -1 : query.lastProgress().batchId();
  }

  private static long heard() {
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
