package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.AlertEvaluator;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.TestReport;
import io.lagwatch.exporter.signal.SignalTracker;
import io.lagwatch.exporter.signal.Signals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class QueryEvaluatorTest {
  @Test
  void keepsAFaultInJudgingOneQueryToThatQuery() {
    var faults = new AtomicInteger();
    var judge =
        new QueryEvaluator(new SignalTracker(), new AlertEvaluator(), faults::incrementAndGet);
    judge.observe(facts(), BrokerOffsets.NOTHING, QuerySettings.DEFAULTS, T0);
    judge.evaluate(facts(), QuerySettings.DEFAULTS, T0);
    var before = judge.alerts();
    assertThat(faults).hasValue(0);
    judge.observe(facts(), BrokerOffsets.NOTHING, null, T0.plusSeconds(1));
    assertThat(judge.read(facts(), null, T0)).isEqualTo(Signals.UNKNOWN);
    assertThat(faults.get()).isPositive();
    assertThat(judge.alerts()).isEqualTo(before);
  }

  @Test
  void judgesAQueryWhoseStateDoesNotSayHowManyRowsItHas() {
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
    assertThat(watch.judgingFaults()).isZero();
    assertThat(watch.snapshot(T0.plusSeconds(15)).queries().get(0).alerts()).isNotEmpty();
  }

  private static QueryFacts facts() {
    var watch =
        new LiveMonitor(List.of(), QueryRules.NONE, Duration.ofHours(24), T0, cluster -> {});
    watch.report(new TestReport().build(), T0);
    return watch.snapshot(T0).queries().get(0).facts();
  }
}
