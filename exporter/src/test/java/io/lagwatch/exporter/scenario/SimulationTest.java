package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.SmallRuns.TOPIC;
import static io.lagwatch.exporter.scenario.SmallRuns.driver;
import static io.lagwatch.exporter.scenario.SmallRuns.end;
import static io.lagwatch.exporter.scenario.SmallRuns.one;
import static io.lagwatch.exporter.scenario.SmallRuns.query;
import static io.lagwatch.exporter.scenario.SmallRuns.reports;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report.QueryReport;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SimulationTest {
  @Test
  void sameSeedGivesTheSameTimeline() {
    var simulation = one(0.5, Arrivals.steady(500), query());
    assertThat(simulation).hasSizeGreaterThan(200).containsExactlyElementsOf(simulation);
  }

  @Test
  void timeNeverGoesBackAndReportsComeAtHeartbeatsAndBatchEnds() {
    Instant before = Instant.MIN;
    for (TimelineEvent event : one(1, Arrivals.steady(500), query())) {
      assertThat(event.at()).isAfterOrEqualTo(before);
      before = event.at();
    }
    // 240 heartbeats, 120 batches, 1 start, some in the same second.
    assertThat(reports(one(1, Arrivals.steady(500), query()))).hasSizeBetween(330, 361);
  }

  @Test
  void batchesFollowEachOtherWithoutGapAndNeverPassTheEnd() {
    var simulation = one(1, new TopicPlan(TOPIC, 60, Arrivals.steady(900)), driver());
    Map<TopicPartition, Long> ends = Map.of();
    Map<TopicPartition, Long> position = Map.of();
    long rows = 0;
    QueryReport last = null;
    for (TimelineEvent event : simulation) {
      if (event instanceof TimelineEvent.Reported reported) {
        last = reported.report().queries().get(0);
        Progress progress = last.progress();
        if (progress != null && !end(progress).equals(position)) {
          if (!position.isEmpty()) {
            assertThat(progress.sources().get(0).start()).isEqualTo(position);
          }
          position = end(progress);
          rows += Objects.requireNonNull(progress.numInputRows());
        }
      } else if (event instanceof TimelineEvent.Polled polled) {
        var answered = polled.poll().offsets();
        position.forEach((p, at) -> assertThat(at).isLessThanOrEqualTo(answered.get(p).end()));
        ends.forEach((p, at) -> assertThat(at).isLessThanOrEqualTo(answered.get(p).end()));
        ends =
            Map.copyOf(
                answered.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().end())));
      }
    }
    assertThat(last).isNotNull();
    assertThat(last.totals().inputRows()).isEqualTo(rows).isBetween(3_150_000L, 3_250_000L);
    assertThat(last.totals().batches()).isEqualTo(119);
    assertThat(last.totals().batchSeconds().count()).isEqualTo(119);
  }

  @Test
  void networkLosesDelaysAndDoublesReportsOnTheirWay() {
    var driver =
        driver()
            .unreachable(600, 900)
            .late(1200, 1500, 20)
            .doubled(1800, 2100)
            .clockAhead(-3 * HOUR);
    var simulation = one(1, new TopicPlan(TOPIC, 4, Arrivals.steady(500)), driver);
    var sent = new ArrayList<Instant>();
    boolean overtaken = false;
    for (TimelineEvent event : simulation) {
      if (event instanceof TimelineEvent.Reported reported) {
        Instant sentAt = reported.report().sentAt();
        overtaken |= !sent.isEmpty() && sentAt.isBefore(sent.get(sent.size() - 1));
        assertThat(Duration.between(sentAt, event.at()))
            .isBetween(Duration.ofHours(3), Duration.ofHours(3).plusSeconds(21));
        sent.add(sentAt);
      }
    }
    assertThat(overtaken).isTrue();
    assertThat(sent).hasSizeGreaterThan((int) sent.stream().distinct().count() + 15);
    assertThat(reports(simulation).get(sent.size() - 1).agent().reportsFailed())
        .isBetween(25L, 35L);
  }

  @Test
  void brokerThatCannotBeReachedAndAnExporterThatIsDownLeaveGaps() {
    var simulation =
        one(1, Arrivals.steady(500), query()).brokerDown(600, 1200).exporterDown(1800, 1920);
    assertThat(simulation).filteredOn(TimelineEvent.PollFailed.class::isInstance).hasSize(40);
    assertThat(simulation)
        .filteredOn(
            e ->
                e.at().isAfter(DriverClock.TRUE.atSecond(1800))
                    && e.at().isBefore(DriverClock.TRUE.atSecond(1920)))
        .isEmpty();
    assertThat(simulation).anyMatch(TimelineEvent.ExporterStarted.class::isInstance);
  }

  @Test
  void severalQueriesOfOneDriverShareTheirReports() {
    var driver = driver().runs(new QueryPlan("other", TOPIC).alsoReads("t2").every(10));
    var simulation =
        one(0.5, new TopicPlan(TOPIC, 2, Arrivals.steady(50)), driver)
            .topic(new TopicPlan("t2", 2, Arrivals.steady(50 + MINUTE)));
    assertThat(reports(simulation)).allMatch(r -> r.queries().size() == 2);
    assertThat(reports(simulation).get(100).queries().get(1).progress().sources()).hasSize(2);
  }

  @Test
  void noiseDoesNotAddToTheRate() {
    var noisy = new TopicPlan(TOPIC, 2, Arrivals.steady(100)).noise(2);
    var broker = new SimBroker(List.of(noisy), 5);
    for (long t = 0; t < HOUR; t++) {
      broker.step(t);
    }
    long came =
        broker.poll(HOUR).offsets().values().stream()
            .mapToLong(o -> o.end() - noisy.firstEnd)
            .sum();
    assertThat(came).isBetween(345_000L, 375_000L);
  }
}
