package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class QueryRunTest {
  private final QueryRun run = new QueryRun(UUID.randomUUID(), UUID.randomUUID(), "q", 0);

  @Test
  void recordsTheDeliveryOfItsEndByEndpoint() {
    RunStatus end = RunStatus.ended(5, null);
    run.end(end);
    run.markEndDelivered(1, end);
    assertThat(run.isEndDeliveredTo(0)).isFalse();
    assertThat(run.isEndDeliveredTo(1)).isTrue();
    assertThat(run.isEndDeliveredToAll(2)).isFalse();
    run.markEndDelivered(1, end);
    run.markEndDelivered(0, end);
    assertThat(run.isEndDeliveredToAll(2)).isTrue();
  }

  @Test
  void warnsAgainOfATooLargeProgressOnlyAfterOneWasReported() {
    long later = RepeatedFault.MIN_INTERVAL_MILLIS;
    try (LogLines log = new LogLines()) {
      run.warnProgressDropped(20, 10, 0);
      run.warnProgressDropped(20, 10, later);
      assertThat(log.messages).as("lasts").hasSize(1);
      run.markProgressReported();
      run.warnProgressDropped(20, 10, later - 1);
      assertThat(log.messages).as("too soon").hasSize(1);
      run.warnProgressDropped(20, 10, later);
      assertThat(log.messages).as("again").hasSize(2);
    }
  }

  @Test
  void neverCountsADeliveryOfAnEarlierEndForALaterOne() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    ExecutorService sender = Executors.newSingleThreadExecutor();
    try {
      for (int i = 0; i < 20_000; i++) {
        RunStatus inferred = RunStatus.inferredEnd(i, null);
        run.end(inferred);
        Future<?> delivery =
            sender.submit(
                () -> {
                  barrier.await();
                  run.markEndDelivered(0, inferred);
                  return null;
                });
        barrier.await();
        run.end(RunStatus.ended(i, "a.B: failed"));
        delivery.get();
        assertThat(run.isEndDeliveredTo(0)).as("attempt %d", i).isFalse();
      }
    } finally {
      sender.shutdownNow();
    }
  }

  @Test
  void keepsTheEndThatSparkReportedWhenALaterOneIsInferred() {
    RunStatus failed = RunStatus.ended(5, "a.B: failed");
    run.end(failed);
    assertThat(run.endIfRunning(RunStatus.inferredEnd(15, null))).isFalse();
    assertThat(run.status()).isSameAs(failed);
  }

  @Test
  void replacesAnInferredEndByTheOneThatSparkReports() {
    assertThat(run.endIfRunning(RunStatus.inferredEnd(15, null))).isTrue();
    assertThat(run.status().isConfirmed).isFalse();
    run.end(RunStatus.ended(5, "a.B: failed"));
    assertThat(run.status().name).isEqualTo("FAILED");
    assertThat(run.status().isConfirmed).isTrue();
  }

  @Test
  void hasNoRunningBatchAfterItsEnd() {
    run.batchInFlightSince = 3L;
    run.end(RunStatus.ended(5, null));
    assertThat(run.batchInFlightSince).isNull();
    run.batchInFlightSince = 6L;
    DriverReport report =
        DriverReport.write(
            new DriverReport.Header("agent", null, 1_000, "app", "test", "3.5.7", null),
            List.of(run),
            null,
            0,
            7);
    assertThat(
            Events.json(new String(report.body, StandardCharsets.UTF_8))
                .at("/queries/0/batchInFlightSince")
                .isNull())
        .isTrue();
  }
}
