package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.query.TestReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryEvaluatorTest {
  @Test
  void evaluatesAQueryWithAnUnknownNumberOfStateRows() {
    var watch =
        new LiveMonitor(List.of(), QueryRules.NONE, Duration.ofHours(24), T0, cluster -> {});
    var unknown = new Progress.StateOperator(0, "stateStoreSave", null, null, null, null, null);
    watch.report(
        new TestReport()
            .totals(1, 10)
            .operator(unknown)
            .batch(0, T0.minusSeconds(2), null, Map.of(t(0), 10L), 10L)
            .build(),
        T0);
    watch.evaluate(T0.plusSeconds(15));
    assertThat(watch.guard().errors()).isZero();
    assertThat(watch.snapshot(T0.plusSeconds(15)).queries().get(0).alerts()).isNotEmpty();
  }
}
