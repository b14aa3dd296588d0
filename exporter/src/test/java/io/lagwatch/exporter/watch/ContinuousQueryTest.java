package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Report.Trigger.Type;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.query.TestReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A query that ran in batches and continues from their checkpoint in continuous processing. */
class ContinuousQueryTest {
  @Test
  void rulesIgnoreValuesThatContinuousProcessingDoesNotReport() {
    var cluster = new LiveMonitor.Cluster("main", Pattern.compile(".*"), Duration.ofSeconds(15));
    var watch =
        new LiveMonitor(List.of(cluster), QueryRules.NONE, Duration.ofHours(24), T0, name -> {});
    watch.report(new TestReport().batch(0, T0.minusSeconds(2), null, at(10), 10L).build(), T0);
    var continuous =
        new TestReport().run("run-2", T0).trigger(Type.CONTINUOUS, Duration.ofSeconds(1));

    Instant now = T0;
    for (int minute = 1; minute <= 120; minute++) {
      now = T0.plus(Duration.ofMinutes(minute));
      watch.report(continuous.sentAt(now).build(), now);
      var ends = Map.of(t(0), new ClusterPoll.Offsets(10 + 1000L * minute, 0L));
      watch.polled(
          new ClusterPoll("main", ends, Map.of(), Map.of(), Set.of()), now, Duration.ofMillis(5));
      watch.evaluate(now);
    }

    QueryView query = watch.snapshot(now).queries().get(0);
    assertThat(query.run().state()).isEqualTo(QueryState.RUNNING);
    assertThat(query.lag().records()).isNull();
    assertThat(query.alertStates().numbers())
        .doesNotContainKeys(
            "spark_streaming_lag_growth_ratio",
            "spark_streaming_input_age_seconds",
            "spark_streaming_partitions_unmeasured",
            "spark_streaming_batch_age_seconds");
    assertThat(query.alerts()).noneMatch(alert -> alert.state() != AlertPhase.INACTIVE);
  }

  private static Map<io.lagwatch.exporter.lag.TopicPartition, Long> at(long offset) {
    return Map.of(t(0), offset);
  }
}
