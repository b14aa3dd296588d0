package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.ClusterOffsets;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.query.Capacity;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryRegistry;
import io.lagwatch.exporter.query.TestReport;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A batch whose observation throws halfway is observed completely as soon as that works. */
class ObserveRollbackTest {
  private static final BrokerOffsets FAILING =
      (BrokerOffsets)
          Proxy.newProxyInstance(
              ObserveRollbackTest.class.getClassLoader(),
              new Class<?>[] {BrokerOffsets.class},
              (proxy, method, arguments) -> {
                throw new IllegalStateException("a bug");
              });

  private final QueryRegistry registry = new QueryRegistry(T0, new Capacity(10, 1_000, 0));

  private ClusterOffsets brokers;

  @BeforeEach
  void pollKafka() {
    brokers = new ClusterOffsets("main", () -> Duration.ofSeconds(15));
    for (long second = 0; second <= 30; second += 15) {
      brokers.apply(
          new ClusterPoll(
              "main",
              Map.of(t(0), new ClusterPoll.Offsets(100 + second, 0L)),
              Map.of(),
              Map.of(),
              Set.of()),
          at(second));
    }
  }

  @Test
  void failedObservationLeavesTheSignalsUnchanged() {
    var evaluator = new QueryEvaluator();
    observe(evaluator, batch(0, 10), brokers, 10);
    var before = evaluator.savedSignals();

    observeFailing(evaluator, batch(1, 20));

    assertThat(evaluator.savedSignals()).isEqualTo(before);
  }

  @Test
  void observesTheSameBatchAfterTheFailure() {
    var evaluator = new QueryEvaluator();
    var sound = new QueryEvaluator();
    QueryFacts first = batch(0, 10);
    observe(evaluator, first, brokers, 10);
    observe(sound, first, brokers, 10);
    QueryFacts second = batch(1, 20);
    observeFailing(evaluator, second);
    observe(evaluator, second, brokers, 25);
    observe(sound, second, brokers, 25);

    assertThat(evaluator.savedSignals()).isEqualTo(sound.savedSignals());
    assertThat(evaluator.signals(second, QuerySettings.DEFAULTS, at(25)))
        .isEqualTo(sound.signals(second, QuerySettings.DEFAULTS, at(25)));
  }

  private static void observeFailing(QueryEvaluator evaluator, QueryFacts facts) {
    assertThatThrownBy(() -> observe(evaluator, facts, FAILING, 20)).hasMessageContaining("a bug");
  }

  private static void observe(
      QueryEvaluator evaluator, QueryFacts facts, BrokerOffsets brokers, long second) {
    evaluator.observe(facts, brokers, QuerySettings.DEFAULTS, at(second));
  }

  private QueryFacts batch(long batchId, long second) {
    Report report =
        new TestReport()
            .sentAt(at(second))
            .totals(batchId + 1, 10 * (batchId + 1))
            .batch(batchId, at(second - 2), null, Map.of(t(0), 10 * (batchId + 1)), 10L)
            .build();
    registry.store(report, report.queries().get(0), at(second));
    return registry.facts(report.queries().get(0).id(), brokers, at(second));
  }

  private static Instant at(long second) {
    return T0.plusSeconds(second);
  }
}
