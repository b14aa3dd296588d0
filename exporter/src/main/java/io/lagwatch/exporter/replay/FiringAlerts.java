package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The alerts that fire, and how they change from one evaluation to the next. Not thread-safe. */
final class FiringAlerts {
  private final Map<Key, Transition> firing = new HashMap<>();

  private record Key(String queryId, String alert) {}

  /** What has changed since the evaluation before: what begins, then what ends. */
  List<Transition> evaluated(Snapshot snapshot, Instant now) {
    var still = new HashMap<Key, Transition>();
    var changes = new ArrayList<Transition>();
    for (QueryView query : snapshot.queries()) {
      for (AlertStatus alert : query.alertStates().firing()) {
        Key key = new Key(query.identity().queryId(), alert.alert());
        Transition before = firing.remove(key);
        Transition fires = fires(query, alert, before, now);
        still.put(key, fires);
        if (before == null) {
          changes.add(fires);
        }
      }
    }
    firing.values().forEach(before -> changes.add(ends(before, now)));
    firing.clear();
    firing.putAll(still);
    return changes;
  }

  /** The alerts that fire, as if they began to be reported at {@code now}. */
  List<Transition> current(Instant now) {
    return firing.values().stream()
        .map(
            fires ->
                new Transition(
                    now,
                    fires.query(),
                    fires.queryId(),
                    fires.alert(),
                    fires.severity(),
                    true,
                    fires.since(),
                    fires.sentence()))
        .sorted(Comparator.comparing(Transition::query).thenComparing(Transition::alert))
        .toList();
  }

  private static Transition fires(
      QueryView query, AlertStatus alert, @Nullable Transition before, Instant now) {
    return new Transition(
        now,
        before == null ? query.key() : before.query(),
        query.identity().queryId(),
        alert.alert(),
        alert.severity(),
        true,
        before == null ? now : before.since(),
        alert.sentence());
  }

  private static Transition ends(Transition before, Instant now) {
    return new Transition(
        now,
        before.query(),
        before.queryId(),
        before.alert(),
        before.severity(),
        false,
        before.since(),
        before.sentence());
  }
}
