package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Span.HOUR;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Report.QueryReport;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;

/** Short simulations of one query, and what their reports say. */
final class SmallRuns {
  private SmallRuns() {}

  static final String TOPIC = "t";

  static Simulation one(double hours, Arrivals arrivals, QueryPlan query) {
    return one(hours, new TopicPlan(TOPIC, 4, arrivals), new DriverPlan("app").runs(query));
  }

  static Simulation one(double hours, TopicPlan topic, DriverPlan driver) {
    return new Simulation(Duration.ofSeconds((long) (hours * HOUR)), 7).topic(topic).driver(driver);
  }

  static QueryPlan query() {
    return new QueryPlan("q", TOPIC);
  }

  static List<Report> reports(Simulation simulation) {
    return StreamSupport.stream(simulation.spliterator(), false)
        .filter(TimelineEvent.Reported.class::isInstance)
        .map(event -> ((TimelineEvent.Reported) event).report())
        .toList();
  }

  static List<QueryReport> queryReports(Simulation simulation) {
    return reports(simulation).stream().map(report -> report.queries().get(0)).toList();
  }

  /** Each batch once, in order. */
  static List<Progress> batches(Simulation simulation) {
    var batches = new ArrayList<Progress>();
    for (QueryReport report : queryReports(simulation)) {
      Progress progress = report.progress();
      if (progress != null
          && !progress.idle()
          && (batches.isEmpty() || batches.get(batches.size() - 1) != progress)) {
        batches.add(progress);
      }
    }
    return batches;
  }

  static Map<TopicPartition, Long> end(Progress progress) {
    return Objects.requireNonNull(progress.sources().get(0).end());
  }

  static long moved(Progress progress) {
    var source = progress.sources().get(0);
    return end(progress).values().stream().mapToLong(Long::longValue).sum()
        - Objects.requireNonNull(source.start()).values().stream().mapToLong(Long::longValue).sum();
  }

  static DriverPlan driver() {
    return new DriverPlan("app").runs(query());
  }
}
