package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

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

/** A coming loss was once not predicted before the earliest offset moved for the first time. */
class TopicRetentionTest {
  private final LiveMonitor monitor =
      new LiveMonitor(
          List.of(new LiveMonitor.Cluster("main", Pattern.compile(".*"), Duration.ofSeconds(15))),
          QueryRules.NONE,
          Duration.ofHours(24),
          T0,
          name -> {});

  @Test
  void warnsBeforeTheFirstSegmentIsDeleted() {
    monitor.retentions("main", Map.of("t", Duration.ofHours(40)));
    monitor.report(
        new TestReport()
            .batch(1, T0, null, Map.of(t(0), 1000L), 100L)
            .status(Report.Status.STOPPED)
            .sentAt(T0)
            .build(),
        T0);
    for (int minute = 0; minute < 40 * 60; minute++) {
      poll(minute, 1000 + minute * 10L);
      assertThat(firing(minute)).as("after %d minutes", minute).isEqualTo(minute > 34 * 60 + 1);
    }
    assertThat(monitor.snapshot(at(38 * 60)).queries().get(0).lag().outlook().timeHeadroom())
        .hasSize(1)
        .allSatisfy((topic, left) -> assertThat(left).isBetween(hours(2), hours(2).plusMinutes(1)));
  }

  private static Duration hours(int hours) {
    return Duration.ofHours(hours);
  }

  private void poll(int minute, long end) {
    var offsets = new ClusterPoll.Offsets(end, 0L);
    monitor.polled(
        new ClusterPoll("main", Map.of(t(0), offsets), Map.of(), Map.of(), Set.of()),
        at(minute),
        Duration.ZERO);
    monitor.evaluate(at(minute));
  }

  private boolean firing(int minute) {
    return monitor.snapshot(at(minute)).queries().get(0).alerts().stream()
        .anyMatch(alert -> alert.alert().equals("RetentionAtRisk") && alert.isFiring());
  }

  private static Instant at(int minute) {
    return T0.plus(Duration.ofMinutes(minute));
  }
}
