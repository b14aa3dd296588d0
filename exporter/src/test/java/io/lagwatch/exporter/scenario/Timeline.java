package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.watch.LiveMonitor;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One timeline of the tests, simulated or recorded, for tests that look at its snapshots. */
public final class Timeline {
  private static final Duration SAMPLE_INTERVAL = Duration.ofHours(1);
  private static final Duration ALERTS_COMPARED_EVERY = Duration.ofMinutes(5);

  private final Labels labels;
  private final QueryRules rules;
  private final Iterable<TimelineEvent> events;

  private Timeline(Labels labels, QueryRules rules, Iterable<TimelineEvent> events) {
    this.labels = labels;
    this.rules = rules;
    this.events = events;
  }

  /** Every timeline: the catalogue of scenarios, and those recorded in files. */
  public static Stream<Timeline> all() {
    return Stream.concat(
        Catalogue.all().map(s -> new Timeline(s.labels(), s.rules(), s.timeline())),
        RecordedTimeline.NAMES.stream().map(Timeline::recorded));
  }

  private static Timeline recorded(String name) {
    var recorded = RecordedTimeline.open(name);
    Iterable<TimelineEvent> events = () -> recorded.events().iterator();
    return new Timeline(recorded.labels(), recorded.rules(), events);
  }

  /**
   * Passes the snapshots of a sample of moments: every hour, and within five minutes after an alert
   * becomes pending, fires or ends. Each follows an evaluation at its own time.
   */
  public void forEachMoment(Consumer<Snapshot> test) {
    ScenarioRunner.run(
        new InMemory(), rules, events, labels.from(), labels.to(), new Sampling(test));
  }

  @Override
  public String toString() {
    return labels.scenario();
  }

  /** Takes the state over a restart without a file. */
  private static final class InMemory implements ScenarioRunner.Exporter {
    @Override
    public Monitor start(QueryRules rules) {
      return monitor(rules, Instant.EPOCH);
    }

    @Override
    public Monitor restart(Monitor before, QueryRules rules, Instant savedAt, Instant startedAt) {
      LiveMonitor monitor = monitor(rules, startedAt);
      monitor.restore(((LiveMonitor) before).state(savedAt));
      return monitor;
    }

    private static LiveMonitor monitor(QueryRules rules, Instant listeningSince) {
      return new LiveMonitor(List.of(), rules, Duration.ofHours(24), listeningSince, cluster -> {});
    }
  }

  private static final class Sampling implements ScenarioRunner.Observer {
    private final Consumer<Snapshot> test;
    private Instant sampledAt = Instant.EPOCH;
    private Instant comparedAt = Instant.EPOCH;
    private List<String> alerts = List.of();

    Sampling(Consumer<Snapshot> test) {
      this.test = test;
    }

    @Override
    public void evaluated(Monitor monitor, Instant at) {
      if (at.isBefore(comparedAt.plus(ALERTS_COMPARED_EVERY))) {
        return;
      }
      comparedAt = at;
      Snapshot snapshot = monitor.snapshot(at);
      List<String> now = phases(snapshot);
      if (!now.equals(alerts) || !at.isBefore(sampledAt.plus(SAMPLE_INTERVAL))) {
        sampledAt = at;
        test.accept(snapshot);
      }
      alerts = now;
    }

    private static List<String> phases(Snapshot snapshot) {
      return snapshot.queries().stream()
          .flatMap(query -> query.alertStates().all().stream())
          .map(alert -> alert.alert() + alert.state())
          .collect(Collectors.toList());
    }
  }
}
