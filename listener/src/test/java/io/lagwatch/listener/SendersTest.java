package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.lagwatch.listener.StubExporter.Mode;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SendersTest {
  private static final Time TIME = SystemTime.INSTANCE;

  private final StubExporter first = new StubExporter();
  private final StubExporter second = new StubExporter();
  private final Senders senders = new Senders();
  private final Source source = new Source();

  @AfterEach
  void close() {
    senders.close();
    first.close();
    second.close();
  }

  @Test
  void doesNothingBeforeTheStart() {
    assertThatCode(
            () -> {
              senders.wake();
              senders.abortOverdue(0);
              senders.sendFinalReports(TIME.steadyMillis() + 60_000, TIME);
              senders.close();
            })
        .doesNotThrowAnyException();
  }

  @Test
  void reportsToEveryEndpointAndWaitsForTheFinalReport() {
    start("60s");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> first.query("q") != null && second.query("q") != null);
    source.run.end(RunStatus.ended(5, null));
    source.version.incrementAndGet();
    senders.sendFinalReports(TIME.steadyMillis() + 60_000, TIME);
    assertThat(first.query("q").get("status").asText()).isEqualTo("STOPPED");
    assertThat(second.query("q").get("status").asText()).isEqualTo("STOPPED");
  }

  @Test
  @Timeout(45)
  void waitsForAHangingEndpointUntilTheDeadlineOnly() {
    second.mode(Mode.HANGING);
    start("60s");
    await().atMost(Duration.ofSeconds(30)).until(() -> second.inFlight.get() == 1);
    long deadline = TIME.steadyMillis() + 300;
    senders.sendFinalReports(deadline, TIME);
    assertThat(TIME.steadyMillis()).isGreaterThanOrEqualTo(deadline);
  }

  @Test
  void awaitReturnsWhenTheLatchIsZeroOrTheDeadlineHasPassed() {
    CountDownLatch done = new CountDownLatch(0);
    Senders.await(done, Long.MAX_VALUE, TIME);
    CountDownLatch pending = new CountDownLatch(1);
    ManualTime time = new ManualTime();
    Senders.await(pending, time.steadyMillis(), time);
    Senders.await(pending, time.steadyMillis() - 1_000, time);
    assertThat(pending.getCount()).isEqualTo(1);
  }

  @Test
  void awaitClearsTheInterruptSoThatSparkKeepsTheListener() {
    Thread.currentThread().interrupt();
    Senders.await(new CountDownLatch(1), Long.MAX_VALUE, TIME);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  private void start(String timeout) {
    senders.start(
        source,
        ListenerSettings.of(
            Map.of(
                "spark.lagwatch.endpoint",
                first.address() + "," + second.address(),
                "spark.lagwatch.heartbeat",
                "60s",
                "spark.lagwatch.timeout",
                timeout)),
        TIME);
  }

  private static final class Source implements EndpointSender.ReportSource {
    private final DriverReport.Header header =
        new DriverReport.Header("agent", null, 1_000, "app", "test", "3.5.7", null);
    private final QueryRuns runs = new QueryRuns();
    final QueryRun run = runs.getOrCreate(UUID.randomUUID(), UUID.randomUUID(), "q", 0);
    final AtomicLong version = new AtomicLong(1);

    @Override
    public long version() {
      return version.get();
    }

    @Override
    public DriverReport write(int endpoint, long reportsFailed) {
      return DriverReport.write(header, runs.toReport(endpoint), null, reportsFailed, 0);
    }
  }
}
