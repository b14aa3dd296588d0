package io.lagwatch.exporter.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.ReportDecoder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class TimelineWriterTest {
  @Test
  void whatIsWrittenReadsBackTheSame() throws IOException {
    var query =
        new QueryPlan("q", "a", "b")
            .alsoReads("c")
            .fresh()
            .state(StatePlan.windowed().drops(Arrivals.steady(3)))
            .idle(QueryPlan.Idle.EVENT_AND_PROGRESS)
            .fails(900)
            .starts(1000);
    var simulation =
        new Simulation(Duration.ofMinutes(40), 3)
            .topic(new TopicPlan("a", 2, Arrivals.steady(100).during(1200, 1500, 0)))
            .topic(new TopicPlan("b", 1, Arrivals.none()))
            .topic(new TopicPlan("c", 3, Arrivals.steady(10).during(1200, 1500, 0)))
            .driver(new DriverPlan("app").runs(query).seesBatchesInFlight())
            .brokerDown(300, 600);
    var text = new StringBuilder();
    new TimelineWriter().write(simulation, text);

    var decoder = new ReportDecoder();
    var read = new ArrayList<TimelineEvent>();
    for (String line : text.toString().split("\n")) {
      read.add(RecordedTimeline.event(ReportDecoder.mapper().readTree(line), decoder));
    }
    assertThat(read).containsExactlyElementsOf(simulation);
  }

  @ParameterizedTest
  @FieldSource("io.lagwatch.exporter.scenario.RecordedTimeline#NAMES")
  void recordedTimelinesAreWhole(String name) {
    var timeline = RecordedTimeline.open(name);
    assertThat(timeline.labels().scenario()).isEqualTo(name);
    List<TimelineEvent> events = timeline.events();
    assertThat(events).hasSizeGreaterThan(900);
    assertThat(events)
        .allMatch(
            e ->
                !e.at().isBefore(timeline.labels().from())
                    && e.at().isBefore(timeline.labels().to()));
    assertThat(
            timeline.rules().resolve("course-tiles", "course-activity-tile").input().quietPeriod())
        .isGreaterThanOrEqualTo(Duration.ofMinutes(15));
  }
}
