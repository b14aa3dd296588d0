package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.RequiredQueryAlert;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.query.QueryKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The queries that the settings require, and since when the exporter has waited for those that have
 * not reported. Not thread-safe.
 */
final class RequiredQueries {
  private final Map<QueryKey, Duration> intervals = new TreeMap<>();
  private final Map<QueryKey, Instant> waitingSince = new TreeMap<>();

  RequiredQueries(QueryRules rules) {
    for (QueryRules.QueryRule rule : rules.rules()) {
      Duration interval = rule.settings().runs().longestInterval();
      if (rule.settings().runs().required() && interval != null) {
        intervals.put(new QueryKey(rule.app().text(), rule.match().text()), interval);
      }
    }
  }

  /** Begins to wait for the required queries that are not visible. */
  void evaluate(Predicate<QueryKey> isVisible, Instant now) {
    for (QueryKey key : intervals.keySet()) {
      if (isVisible.test(key)) {
        waitingSince.remove(key);
      } else {
        waitingSince.putIfAbsent(key, now);
      }
    }
  }

  /** Returns the queries that are still missing, ordered by key. */
  List<MissingQuery> missing(Predicate<QueryKey> isVisible, Instant now) {
    var missing = new ArrayList<MissingQuery>();
    waitingSince.forEach(
        (key, since) -> {
          Duration interval = intervals.get(key);
          if (interval != null && !isVisible.test(key)) {
            missing.add(
                new MissingQuery(
                    key,
                    Duration.between(since, now),
                    interval,
                    RequiredQueryAlert.at(now, since, interval)));
          }
        });
    return missing;
  }

  /** What the state file holds. */
  List<SavedState.SavedMissingQuery> saved() {
    return waitingSince.entrySet().stream()
        .map(
            entry ->
                new SavedState.SavedMissingQuery(
                    entry.getKey().app(), entry.getKey().query(), entry.getValue()))
        .toList();
  }

  /** Continues to wait for the queries that are still required. */
  void restore(List<SavedState.SavedMissingQuery> saved) {
    for (SavedState.SavedMissingQuery missing : saved) {
      var key = new QueryKey(missing.app(), missing.query());
      if (intervals.containsKey(key)) {
        waitingSince.put(key, missing.since());
      }
    }
  }
}
