package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.listener.StubExporter.Mood;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndpointSenderTest {
  private final StubExporter good = new StubExporter();
  private final StubExporter bad = new StubExporter();
  private final AtomicLong version = new AtomicLong(1);
  private final Runs runs = new Runs();
  private final Run run = runs.begin(UUID.randomUUID(), UUID.randomUUID(), "q", 0);
  private final List<EndpointSender> senders = new ArrayList<>();

  @AfterEach
  void close() {
    senders.forEach(EndpointSender::close);
    good.close();
    bad.close();
  }

  @Test
  void holdsUpNobodyElseWhenOneEndpointHangs() {
    bad.mood(Mood.HANGING);
    start("30s");
    await().until(() -> bad.inFlight.get() == 1);
    for (int i = 1; i <= 3; i++) {
      int batches = i;
      batch(i);
      await().atMost(Duration.ofSeconds(5)).until(() -> heardBatches(good) == batches);
    }
    assertThat(bad.mostInFlight.get()).isEqualTo(1);
  }

  @Test
  void sendsManyChangesAsOneReport() {
    start("1s");
    await().until(() -> !good.requests.isEmpty());
    for (int i = 1; i <= 500; i++) {
      batch(i);
    }
    await().atMost(Duration.ofSeconds(10)).until(() -> heardBatches(good) == 500);
    assertThat(good.requests.size()).isLessThan(10);
    assertThat(good.mostInFlight.get()).isEqualTo(1);
  }

  @Test
  void saysEverythingOnceTheExporterIsBack() {
    bad.goAway();
    start("1s");
    batch(1);
    batch(2);
    await().until(() -> heardBatches(good) == 2);
    bad.comeBack();
    await().atMost(Duration.ofSeconds(10)).until(() -> heardBatches(bad) == 2);
    assertThat(last(bad).at("/agent/reportsFailed").asLong()).isPositive();
    assertThat(last(good).at("/agent/reportsFailed").asLong()).isZero();
  }

  @Test
  void forgetsAnEndOnlyWhenItWasHeard() {
    bad.mood(Mood.REFUSING_REPORT);
    start("1s");
    run.ended(Life.ended(5, null));
    change();
    await().until(() -> runs.toReport(0).isEmpty());
    runs.prune(10, 2);
    assertThat(runs.toReport(1)).containsExactly(run);
    bad.mood(Mood.ACCEPTING);
    await().atMost(Duration.ofSeconds(10)).until(() -> runs.toReport(1).isEmpty());
    runs.prune(10, 2);
    assertThat(runs.get(run.runId)).isNull();
  }

  @Test
  void triesTheLastWordAgainWhenTheExporterOnlyBlinked() {
    start("1s");
    await().until(() -> !bad.requests.isEmpty());
    bad.mood(Mood.FAILING);
    batch(1);
    long by = SystemTime.INSTANCE.steadyMillis() + 2_000;
    senders.forEach(sender -> sender.lastWord(by));
    await().until(() -> bad.refused.get() > 0);
    bad.mood(Mood.ACCEPTING);
    await().atMost(Duration.ofSeconds(3)).until(() -> heardBatches(bad) == 1);
    await().until(() -> senders.get(1).lastWordSaid().getCount() == 0);
  }

  @Test
  void givesUpTheLastWordInTimeWhenTheExporterHangs() throws Exception {
    bad.mood(Mood.HANGING);
    start("1s");
    await().until(() -> bad.inFlight.get() == 1);
    long by = SystemTime.INSTANCE.steadyMillis() + 300;
    senders.get(1).lastWord(by);
    senders.get(1).lastWordSaid().await(400, TimeUnit.MILLISECONDS);
    senders.get(1).close();
    assertThat(senders.get(1).lastWordSaid().await(3, TimeUnit.SECONDS)).isTrue();
  }

  private void start(String timeout) {
    Settings settings =
        Settings.of(
            Map.of(
                "spark.lagwatch.endpoint",
                good.address() + "," + bad.address(),
                "spark.lagwatch.heartbeat",
                "1s",
                "spark.lagwatch.timeout",
                timeout));
    Report.Sender from = new Report.Sender("agent", null, 1_000, "app", "test", "3.5.7", null);
    EndpointSender.Source source =
        new EndpointSender.Source() {
          @Override
          public long version() {
            return version.get();
          }

          @Override
          public Report write(int endpoint, long reportsFailed) {
            return Report.write(from, runs.toReport(endpoint), null, reportsFailed, 0);
          }
        };
    for (int i = 0; i < 2; i++) {
      HttpPost post = new HttpPost(settings.endpoints.get(i), null, SystemTime.INSTANCE);
      senders.add(new EndpointSender(i, source, settings, post, SystemTime.INSTANCE, () -> 0.5));
    }
    senders.forEach(EndpointSender::start);
  }

  private void batch(long id) {
    run.progressed(Events.batch(run.runId, id, 1, 10), id);
    change();
  }

  private void change() {
    version.incrementAndGet();
    senders.forEach(EndpointSender::wake);
  }

  private static long heardBatches(StubExporter exporter) {
    return exporter.query("q") == null ? 0 : exporter.query("q").at("/totals/batches").asLong();
  }

  private static com.fasterxml.jackson.databind.JsonNode last(StubExporter exporter) {
    return exporter.requests.get(exporter.requests.size() - 1).report();
  }
}
