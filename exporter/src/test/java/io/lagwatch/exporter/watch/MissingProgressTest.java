package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.ReportBody;
import io.lagwatch.exporter.ingest.ReportDecoder;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Timelines of a healthy query with a trigger of one minute that reads 600 records per batch, in
 * which Spark's progress is missing from some time on while the totals go on.
 */
class MissingProgressTest {
  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final int HOURS = 3;

  private final LiveMonitor monitor =
      new LiveMonitor(
          List.of(new LiveMonitor.Cluster("main", Pattern.compile(".*"), Duration.ofSeconds(15))),
          QueryRules.NONE,
          Duration.ofHours(24),
          START,
          cluster -> {});

  private final Set<String> fired = new TreeSet<>();

  @Test
  void noAlertButLagUnknownFiresForAHealthyQuery() {
    run(0, 60 * HOURS, 30);
    assertThat(fired).containsOnly("LagUnknown");
    assertThat(view().lag().records()).isNull();
    assertThat(view().lag().reason())
        .isEqualTo("batches have ended for which Spark reported no valid position");
    assertThat(view().run().state()).isEqualTo(QueryState.RUNNING);
    assertThat(view().sources().get(0).lastInputAt())
        .as("from the totals")
        .isAfter(START.plus(Duration.ofMinutes(60 * HOURS - 2)));
  }

  @Test
  void noAlertFiresIfTheProgressWasNeverThere() {
    run(0, 60 * HOURS, 0);
    assertThat(fired).isEmpty();
    assertThat(view().lag().records()).isNull();
    assertThat(view().run().state()).isEqualTo(QueryState.RUNNING);
  }

  @Test
  void batchThatHangsAfterTheProgressWentMissingIsStuck() {
    run(0, 60, 30);
    idleReports(60, 120);
    assertThat(fired).contains("BatchStuck");
  }

  @Test
  void lagIsKnownAgainWithTheNextProgress() {
    run(0, 90, 30);
    run(90, 92, 92);
    assertThat(view().lag().records()).isNotNull().isLessThanOrEqualTo(1_200);
    assertThat(view().sources().get(0).consumedByTopic())
        .as("each record once, those without a progress included")
        .isEqualTo(Map.of("t", 91L * 600));
  }

  /** Runs the minutes from one to another; batches have no progress from {@code missingFrom} on. */
  private void run(int from, int to, int missingFrom) {
    for (int minute = from; minute < to; minute++) {
      for (int second = 0; second < 60; second += 15) {
        Instant now = START.plusSeconds(minute * 60L + second + 10);
        report(now, minute, minute < missingFrom);
        step(now);
      }
    }
  }

  private void idleReports(int from, int to) {
    for (int second = from * 60; second < to * 60; second += 15) {
      Instant now = START.plusSeconds(second + 10);
      report(now, from - 1, false);
      step(now);
    }
  }

  private void step(Instant now) {
    long written = Duration.between(START, now).toSeconds() * 10;
    monitor.polled(
        new ClusterPoll(
            "main",
            Map.of(t(0), new ClusterPoll.Offsets(written, 0L)),
            Map.of(),
            Map.of(),
            Set.of()),
        now,
        Duration.ZERO);
    monitor.evaluate(now);
    view().alerts().stream()
        .filter(AlertStatus::isFiring)
        .filter(alert -> alert.state() == AlertPhase.FIRING)
        .forEach(alert -> fired.add(alert.alert()));
    last = now;
  }

  private Instant last = START;

  private QueryView view() {
    return monitor.snapshot(last).queries().get(0);
  }

  /** The state after the batch that started with a minute and took five seconds. */
  private void report(Instant now, int minute, boolean hasProgress) {
    Instant begun = START.plusSeconds(minute * 60L);
    ReportBody body =
        ReportBody.smallest()
            .with("/sentAt", quoted(now))
            .with("/queries/0/startedAt", quoted(START))
            .with("/queries/0/lastEventAt", quoted(begun.plusSeconds(5)))
            .with("/queries/0/lastInputAt", quoted(begun.plusSeconds(5)))
            .with("/queries/0/trigger", "{\"type\": \"ProcessingTime\", \"intervalMs\": 60000}")
            .with("/queries/0/totals/batches", Integer.toString(minute + 1))
            .with("/queries/0/totals/inputRows", Integer.toString(600 * minute));
    if (hasProgress) {
      body.with("/queries/0/progress", progress(begun, minute));
    }
    var decoded = new ReportDecoder().decode(body.bytes());
    monitor.report(((Decoded.Accepted) decoded).report(), now);
  }

  private static String progress(Instant begun, int minute) {
    return """
    {"timestamp": "%s", "batchId": %d, "numInputRows": 600,
     "durationMs": {"addBatch": 4000, "latestOffset": 1, "walCommit": 1,
       "triggerExecution": 5000},
     "sources": [{"description": "KafkaV2[Subscribe[t]]", "numInputRows": 600,
       "startOffset": {"t": {"0": %d}}, "endOffset": {"t": {"0": %d}},
       "latestOffset": {"t": {"0": %d}}}]}
    """
        .formatted(begun, minute, Math.max(0, 600 * (minute - 1)), 600 * minute, 600 * minute);
  }

  private static String quoted(Instant time) {
    return '"' + time.toString() + '"';
  }
}
