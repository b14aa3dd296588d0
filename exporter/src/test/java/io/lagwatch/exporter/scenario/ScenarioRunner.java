package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Drives a watch through a timeline with the timeline's own clock, evaluates it as often as it is
 * evaluated live, and notes every alert that begins or ends.
 */
final class ScenarioRunner {
  private static final Duration POLL_TOOK = Duration.ofMillis(40);

  private final Exporter exporter;
  private final Observer observer;

  /** Makes the watch under test and carries its state over a restart. */
  interface Exporter {
    Monitor start(QueryRules rules);

    /**
     * A new watch, begun at {@code startedAt}, with what {@code before} saved when it was stopped.
     */
    Monitor restart(Monitor before, QueryRules rules, Instant savedAt, Instant startedAt);
  }

  /** What a test does after each evaluation. */
  @FunctionalInterface
  interface Observer {
    void evaluated(Monitor monitor, Instant at);
  }

  private record Key(QueryKey query, String alert) {}

  private ScenarioRunner(Exporter exporter, Observer observer) {
    this.exporter = exporter;
    this.observer = observer;
  }

  /** Runs a whole timeline and returns its transitions in the order of time. */
  static List<Transition> run(
      Exporter exporter,
      QueryRules rules,
      Iterable<TimelineEvent> timeline,
      Instant from,
      Instant to) {
    var transitions = new Transitions();
    run(exporter, rules, timeline, from, to, transitions);
    return List.copyOf(transitions.all);
  }

  /** Runs a whole timeline and calls the observer after each evaluation. */
  static void run(
      Exporter exporter,
      QueryRules rules,
      Iterable<TimelineEvent> timeline,
      Instant from,
      Instant to,
      Observer observer) {
    new ScenarioRunner(exporter, observer).drive(rules, timeline, from, to);
  }

  private void drive(QueryRules rules, Iterable<TimelineEvent> timeline, Instant from, Instant to) {
    Monitor watch = exporter.start(rules);
    Monitor stopped = null;
    Instant stoppedAt = from;
    Instant due = from.plus(Monitor.EVALUATION_INTERVAL);
    for (TimelineEvent event : timeline) {
      for (; due.isBefore(event.at()); due = due.plus(Monitor.EVALUATION_INTERVAL)) {
        if (stopped == null) {
          evaluate(watch, due);
        }
      }
      if (event instanceof TimelineEvent.ExporterStopped) {
        stopped = watch;
        stoppedAt = event.at();
      } else if (event instanceof TimelineEvent.ExporterStarted && stopped != null) {
        watch = exporter.restart(stopped, rules, stoppedAt, event.at());
        stopped = null;
      } else {
        deliver(watch, event);
      }
    }
    for (; !due.isAfter(to); due = due.plus(Monitor.EVALUATION_INTERVAL)) {
      evaluate(watch, due);
    }
  }

  private static void deliver(Monitor watch, TimelineEvent event) {
    if (event instanceof TimelineEvent.Reported reported) {
      var refused = watch.report(reported.report(), reported.at());
      if (refused != null) {
        throw new AssertionError("a report was refused: " + refused);
      }
    } else if (event instanceof TimelineEvent.Polled polled) {
      watch.polled(polled.poll(), polled.at(), POLL_TOOK);
    } else if (event instanceof TimelineEvent.PollFailed failed) {
      watch.pollFailed(failed.cluster(), "timeout", failed.message(), failed.at(), POLL_TOOK);
    }
  }

  private void evaluate(Monitor watch, Instant now) {
    watch.evaluate(now);
    observer.evaluated(watch, now);
  }

  /** Every alert that begins to fire or ends. */
  private static final class Transitions implements Observer {
    private final List<Transition> all = new ArrayList<>();
    private final Map<Key, AlertStatus> firing = new LinkedHashMap<>();

    @Override
    public void evaluated(Monitor watch, Instant now) {
      var stillFiring = new LinkedHashMap<Key, AlertStatus>();
      for (QueryView query : watch.snapshot(now).queries()) {
        for (AlertStatus alert : query.alerts()) {
          if (alert.state() == AlertPhase.FIRING) {
            stillFiring.put(new Key(query.key(), alert.alert()), alert);
          }
        }
      }
      stillFiring.forEach(
          (key, alert) -> note(now, key, firing.get(key) == null ? alert : null, true));
      for (Key key : List.copyOf(firing.keySet())) {
        if (!stillFiring.containsKey(key)) {
          note(now, key, firing.get(key), false);
        }
      }
      firing.clear();
      firing.putAll(stillFiring);
    }

    private void note(Instant at, Key key, @Nullable AlertStatus alert, boolean begins) {
      if (alert != null) {
        all.add(new Transition(at, key.query().query(), key.alert(), begins, alert.sentence()));
      }
    }
  }
}
