package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.query.TestReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A replay once treated polls more than 45 s apart as an outage of the broker. */
class RecordedPollIntervalTest {
  private final LiveMonitor monitor =
      new LiveMonitor(List.of(), QueryRules.NONE, Duration.ofHours(24), T0, name -> {});

  @ParameterizedTest
  @ValueSource(ints = {5, 50, 60, 600})
  void anEndOffsetIsValidForThreeIntervalsOfTheRecording(int interval) {
    report();
    for (int poll = 0; poll < 4; poll++) {
      poll(poll * interval);
    }
    int last = 3 * interval;
    assertThat(lag(last + 3 * interval)).isEqualTo(1000);
    assertThat(lag(last + 3 * interval + 1)).isNull();
  }

  @Test
  void anAdditionalPollAndAnOutageDoNotChangeTheInterval() {
    report();
    for (int second : new int[] {0, 60, 120, 125, 180, 240}) {
      poll(second);
    }
    monitor.pollFailed("main", "timeout", "no answer", at(300), Duration.ZERO);
    poll(1200);
    assertThat(lag(1200 + 180)).isEqualTo(1000);
    assertThat(lag(1200 + 181)).isNull();
  }

  private void report() {
    monitor.report(
        new TestReport().batch(1, T0, null, Map.of(t(0), 100L), 100L).sentAt(T0).build(), T0);
  }

  private void poll(int second) {
    var offsets = Map.of(t(0), new ClusterPoll.Offsets(1100, 0L));
    monitor.polled(
        new ClusterPoll("main", offsets, Map.of(), Map.of(), Set.of()), at(second), Duration.ZERO);
  }

  private @Nullable Long lag(int second) {
    return monitor.snapshot(at(second)).queries().get(0).lag().records();
  }

  private static Instant at(int second) {
    return T0.plusSeconds(second);
  }
}
