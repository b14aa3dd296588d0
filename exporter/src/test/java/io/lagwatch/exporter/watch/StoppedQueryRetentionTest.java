package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.query.TestReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kafka deletes records whether the query runs or not; losses while stopped were once silent. */
class StoppedQueryRetentionTest {
  private static final long POSITION = 100_000;

  private final LiveMonitor monitor =
      new LiveMonitor(
          List.of(new LiveMonitor.Cluster("main", Pattern.compile(".*"), Duration.ofSeconds(15))),
          QueryRules.NONE,
          Duration.ofHours(24),
          T0,
          name -> {});

  @ParameterizedTest
  @EnumSource(
      value = Report.Trigger.Type.class,
      names = {"PROCESSING_TIME", "AVAILABLE_NOW"})
  void firesOnceBeforeRecordsAreLostAndUntilItIsForgotten(Report.Trigger.Type type) {
    stop(type);
    int fired = 0;
    boolean wasFiring = false;
    for (int minute = 0; minute <= 40 * 60; minute++) {
      long earliest = minute * 50L; // passes the position after 2,000 minutes
      poll(minute, earliest, 300_000 + minute * 50L);
      boolean firing = firing(minute).contains("RetentionAtRisk");
      fired += firing && !wasFiring ? 1 : 0;
      wasFiring = firing;
      if (minute == 1_600) {
        assertThat(firing).as("6 h 40 min before the loss").isFalse();
      }
      if (minute == 1_999) {
        assertThat(firing).as("before the loss").isTrue();
      }
    }
    assertThat(wasFiring).isTrue();
    assertThat(fired).isOne();
    assertThat(message(40 * 60))
        .contains("records were deleted before the query read them", "forget it");
  }

  @Test
  void aStoppedQueryWithUnreadRecordsIsKeptForEightDays() {
    stop(Report.Trigger.Type.PROCESSING_TIME);
    poll(8 * 24 * 60 - 1, 0, 100_001);
    assertThat(firing(8 * 24 * 60 - 1)).isEmpty();
    poll(8 * 24 * 60 + 1, 0, 100_001);
    assertThat(monitor.snapshot(T0).queries()).isEmpty();
  }

  @Test
  void noRetentionAlertWhileTheEarliestOffsetIsFarFromThePosition() {
    stop(Report.Trigger.Type.PROCESSING_TIME);
    for (int minute = 0; minute <= 600; minute++) {
      poll(minute, 0, 100_000 + minute * 50L);
      assertThat(firing(minute)).isEmpty();
    }
  }

  private void stop(Report.Trigger.Type type) {
    Duration interval = type == Report.Trigger.Type.PROCESSING_TIME ? Duration.ofSeconds(30) : null;
    monitor.report(
        new TestReport()
            .trigger(type, interval)
            .batch(1, T0, null, Map.of(t(0), POSITION), 100L)
            .status(Report.Status.STOPPED)
            .sentAt(T0)
            .build(),
        T0);
  }

  private void poll(int minute, long earliest, long end) {
    Instant at = T0.plus(Duration.ofMinutes(minute));
    monitor.polled(
        new ClusterPoll(
            "main",
            Map.of(t(0), new ClusterPoll.Offsets(end, earliest)),
            Map.of(),
            Map.of(),
            Set.of()),
        at,
        Duration.ZERO);
    monitor.evaluate(at);
  }

  private List<String> firing(int minute) {
    return alerts(minute).stream().map(AlertStatus::alert).toList();
  }

  private String message(int minute) {
    return alerts(minute).get(0).sentence();
  }

  private List<AlertStatus> alerts(int minute) {
    return monitor.snapshot(T0.plus(Duration.ofMinutes(minute))).queries().get(0).alerts().stream()
        .filter(AlertStatus::isFiring)
        .toList();
  }
}
