package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.query.TestReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said of a recreated topic is true whether or not it has outgrown the old position. */
class RecreatedTopicTextTest {
  private static final long POSITION = 100;

  private final LiveMonitor monitor =
      new LiveMonitor(
          List.of(new LiveMonitor.Cluster("main", Pattern.compile(".*"), Duration.ofSeconds(15))),
          QueryRules.NONE,
          Duration.ofHours(24),
          T0,
          cluster -> {});

  @Test
  void topicOfAnotherIdThatHasOutgrownThePosition() {
    assertTextsAreTrue(POSITION + 50, "new");
  }

  @Test
  void topicOfAnotherIdThatIsShorterThanThePosition() {
    assertTextsAreTrue(POSITION - 50, "new");
  }

  @Test
  void positionBeyondTheEndOfATopicWithoutAnId() {
    assertTextsAreTrue(POSITION - 50, null);
  }

  private void assertTextsAreTrue(long end, @Nullable String newId) {
    monitor.report(
        new TestReport()
            .sentAt(at(10))
            .totals(1, POSITION)
            .batch(0, at(5), null, Map.of(t(0), POSITION), POSITION)
            .build(),
        at(10));
    poll(12, POSITION, newId == null ? null : "old");
    for (int second = 15; second <= 120; second += 15) {
      poll(second, end, newId);
      monitor.evaluate(at(second));
    }
    QueryView query = monitor.snapshot(at(120)).queries().get(0);
    assertThat(query.lag().partitions().get(0).state())
        .isEqualTo(PartitionStatus.POSITION_BEYOND_END);
    assertThat(query.lag().reason())
        .isEqualTo(
            "the position does not belong to the current log:"
                + " the topic was recreated or its last records were lost");
    assertThat(query.alerts().stream().filter(alert -> alert.alert().equals("PositionBeyondEnd")))
        .singleElement()
        .extracting(AlertStatus::sentence)
        .isEqualTo(
            "1 partition has a position that does not belong to the current log, for example t-0"
                + " (position 100, end offset "
                + end
                + ")");
  }

  private void poll(long second, long end, @Nullable String id) {
    monitor.polled(
        new ClusterPoll(
            "main",
            Map.of(t(0), new ClusterPoll.Offsets(end, 0L)),
            Map.of(),
            Map.of(),
            Set.of(),
            id == null ? Map.of() : Map.of("t", id),
            null),
        at(second),
        Duration.ZERO);
  }

  private static Instant at(long second) {
    return T0.plusSeconds(second);
  }
}
