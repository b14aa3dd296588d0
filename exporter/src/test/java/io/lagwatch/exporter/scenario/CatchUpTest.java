package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Span.FOR_EVER;
import static io.lagwatch.exporter.scenario.Span.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QueryRules;
import java.time.Duration;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CatchUpTest {
  @Test
  void isSaidWhileAQueryCatchesUpAndNotOfOneThatStandsStill() {
    var query =
        SmallRuns.query()
            .takes(BatchTime.of(3, 3500))
            .maxOffsets(40_000)
            .startsBehind(12_000_000)
            .hangs(30 * MINUTE, FOR_EVER);
    Simulation simulation = SmallRuns.one(1, steady(300), query);

    var said = new TreeSet<Duration>();
    ScenarioRunner.run(
        SampledMonitor.exporter(
            SampledMonitor.NO_PARTITIONS,
            (at, scrape) -> {
              if (scrape.get().contains("\nspark_streaming_catch_up_seconds{")) {
                said.add(Duration.between(DriverClock.START, at));
              }
            }),
        QueryRules.NONE,
        simulation,
        DriverClock.START,
        simulation.end());

    assertThat(said)
        .contains(Duration.ofMinutes(20))
        .last()
        .satisfies(
            last -> assertThat(last).isBetween(Duration.ofMinutes(30), Duration.ofMinutes(40)));
  }
}
