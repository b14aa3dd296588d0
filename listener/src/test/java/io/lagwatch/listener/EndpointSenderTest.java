package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.listener.StubExporter.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndpointSenderTest {
  private final StubExporter good = new StubExporter();
  private final StubExporter bad = new StubExporter();
  private final AtomicLong version = new AtomicLong(1);
  private final QueryRuns runs = new QueryRuns();
  private final QueryRun run = runs.getOrCreate(UUID.randomUUID(), UUID.randomUUID(), "q", 0);
  private final List<EndpointSender> senders = new ArrayList<>();

  @AfterEach
  void close() {
    senders.forEach(EndpointSender::close);
    good.close();
    bad.close();
  }

  @Test
  void sendsToOtherEndpointsWhileOneHangs() {
    bad.mode(Mode.HANGING);
    start("60s");
    patiently().until(() -> bad.inFlight.get() == 1);
    for (int i = 1; i <= 3; i++) {
      int batches = i;
      batch(i);
      patiently().until(() -> reportedBatches(good) == batches);
    }
    assertThat(bad.maxInFlight.get()).isEqualTo(1);
  }

  @Test
  void sendsManyChangesAsOneReport() {
    start("1s");
    patiently().until(() -> !good.requests.isEmpty());
    for (int i = 1; i <= 500; i++) {
      batch(i);
    }
    patiently().until(() -> reportedBatches(good) == 500);
    assertThat(good.requests.size()).isLessThan(100);
    assertThat(good.maxInFlight.get()).isEqualTo(1);
  }

  @Test
  void reportsAllCountsWhenTheExporterIsBack() {
    bad.stop();
    start("1s");
    batch(1);
    batch(2);
    patiently().until(() -> reportedBatches(good) == 2);
    bad.restart();
    patiently().until(() -> reportedBatches(bad) == 2);
    assertThat(last(bad).at("/agent/reportsFailed").asLong()).isPositive();
    assertThat(last(good).at("/agent/reportsFailed").asLong()).isZero();
  }

  @Test
  void keepsAnEndUntilItIsDeliveredEverywhere() {
    bad.mode(Mode.REJECTING_REPORT);
    start("1s");
    run.end(RunStatus.ended(5, null));
    change();
    patiently().until(() -> runs.toReport(0).isEmpty());
    runs.removeEnded(10, 2);
    assertThat(runs.toReport(1)).containsExactly(run);
    bad.mode(Mode.ACCEPTING);
    patiently().until(() -> runs.toReport(1).isEmpty());
    runs.removeEnded(10, 2);
    assertThat(runs.get(run.runId)).isNull();
  }

  @Test
  void retriesTheFinalReportAfterAShortFailure() {
    start("1s");
    patiently().until(() -> !bad.requests.isEmpty());
    bad.mode(Mode.FAILING);
    batch(1);
    long deadline = SystemTime.INSTANCE.steadyMillis() + 60_000;
    senders.forEach(sender -> sender.requestFinalReport(deadline));
    patiently().until(() -> bad.notAccepted.get() > 0);
    bad.mode(Mode.ACCEPTING);
    patiently().until(() -> reportedBatches(bad) == 1);
    patiently().until(() -> senders.get(1).finished().getCount() == 0);
  }

  @Test
  void abortsTheFinalReportWhenTheExporterHangs() throws Exception {
    bad.mode(Mode.HANGING);
    start("1s");
    patiently().until(() -> bad.inFlight.get() == 1);
    long deadline = SystemTime.INSTANCE.steadyMillis() + 300;
    senders.get(1).requestFinalReport(deadline);
    senders.get(1).finished().await(400, TimeUnit.MILLISECONDS);
    senders.get(1).close();
    assertThat(senders.get(1).finished().await(30, TimeUnit.SECONDS)).isTrue();
  }

  /** Less than the request timeout of 60 s, and long enough for a busy machine. */
  private static ConditionFactory patiently() {
    return await().atMost(Duration.ofSeconds(30));
  }

  private void start(String timeout) {
    ListenerSettings settings =
        ListenerSettings.of(
            Map.of(
                "spark.lagwatch.endpoint",
                good.address() + "," + bad.address(),
                "spark.lagwatch.heartbeat",
                "1s",
                "spark.lagwatch.timeout",
                timeout));
    DriverReport.Header header =
        new DriverReport.Header("agent", null, 1_000, "app", "test", "3.5.7", null);
    EndpointSender.ReportSource source =
        new EndpointSender.ReportSource() {
          @Override
          public long version() {
            return version.get();
          }

          @Override
          public DriverReport write(int endpoint, long reportsFailed) {
            return DriverReport.write(header, runs.toReport(endpoint), null, reportsFailed, 0);
          }
        };
    for (int i = 0; i < 2; i++) {
      HttpPost post = new HttpPost(settings.endpoints.get(i), null, SystemTime.INSTANCE);
      senders.add(new EndpointSender(i, source, settings, post, SystemTime.INSTANCE, () -> 0.5));
    }
    senders.forEach(EndpointSender::start);
  }

  private void batch(long id) {
    run.addProgress(Events.batch(run.runId, id, 1, 10), id);
    change();
  }

  private void change() {
    version.incrementAndGet();
    senders.forEach(EndpointSender::wake);
  }

  private static long reportedBatches(StubExporter exporter) {
    return exporter.query("q") == null ? 0 : exporter.query("q").at("/totals/batches").asLong();
  }

  private static com.fasterxml.jackson.databind.JsonNode last(StubExporter exporter) {
    return exporter.requests.get(exporter.requests.size() - 1).report();
  }
}
