package io.lagwatch.exporter.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Judges transitions against labels: missed, too early or late resolved, false alarm. */
final class Scorer {
  /** A firing that ends this shortly before the timeline does not count as ended. */
  private static final Duration AT_THE_END = Duration.ofMinutes(1);

  private final Labels labels;

  Scorer(Labels labels) {
    this.labels = labels;
  }

  private record Key(String query, String alert) {}

  private record Firing(Key key, Instant from, @Nullable Instant to) {}

  /** One sentence a fault; empty when all is right. */
  List<String> faults(List<Transition> transitions) {
    List<Firing> left = firings(transitions);
    var faults = new ArrayList<String>();
    for (Labels.Expected expected : labels.expect()) {
      var key = new Key(expected.query(), expected.alert());
      var hit =
          left.stream()
              .filter(f -> f.key.equals(key) && expected.fires().holds(f.from))
              .findFirst();
      if (hit.isEmpty()) {
        faults.add("missed: " + name(key) + " should fire between " + expected.fires());
      } else {
        left.remove(hit.get());
        judgeEnd(expected, hit.get(), faults);
      }
    }
    for (Firing firing : left) {
      if (!ignored(firing.key, firing.from)) {
        faults.add("false alarm: " + name(firing.key) + " at " + firing.from);
      }
    }
    return faults;
  }

  private List<Firing> firings(List<Transition> transitions) {
    var open = new LinkedHashMap<Key, Instant>();
    var firings = new ArrayList<Firing>();
    for (Transition t : transitions) {
      var key = new Key(t.query(), t.alert());
      if (labels.judged() != null && !labels.judged().contains(t.alert())) {
        continue;
      }
      if (t.firing()) {
        open.putIfAbsent(key, t.at());
      } else {
        Instant from = open.remove(key);
        if (from != null) {
          firings.add(new Firing(key, from, t.at()));
        }
      }
    }
    for (Map.Entry<Key, Instant> e : open.entrySet()) {
      firings.add(new Firing(e.getKey(), e.getValue(), null));
    }
    return firings;
  }

  private void judgeEnd(Labels.Expected expected, Firing firing, List<String> faults) {
    Labels.Window resolves = expected.resolves();
    Instant to = firing.to;
    if (resolves != null && (to == null || !resolves.holds(to))) {
      faults.add(
          "resolved at "
              + (to == null ? "never" : to)
              + ": "
              + name(firing.key)
              + " should resolve between "
              + resolves);
    } else if (resolves == null
        && to != null
        && to.isBefore(labels.to().minus(AT_THE_END))
        && !ignored(firing.key, to)) {
      faults.add("resolved too early: " + name(firing.key) + " at " + to);
    }
  }

  private boolean ignored(Key key, Instant at) {
    return labels.ignore().stream()
        .anyMatch(
            i ->
                i.query().equals(key.query)
                    && i.alert().equals(key.alert)
                    && i.between().holds(at));
  }

  private static String name(Key key) {
    return key.alert + " of " + key.query;
  }
}
