package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The alerts of a query as of the last evaluation.
 *
 * @param all every rule that applies to the query, inactive ones included, in the order of the
 *     rules
 * @param numbers what the rules look at by metric name, as {@link
 *     io.lagwatch.exporter.alert.RuleGauges} defines it; a number is absent while it is unknown or
 *     does not apply
 */
public record AlertsView(List<AlertStatus> all, SortedMap<String, Double> numbers) {
  public AlertsView {
    all = List.copyOf(all);
    numbers = Collections.unmodifiableSortedMap(new TreeMap<>(numbers));
  }

  /** Alerts that fire, in the order of the rules. */
  public List<AlertStatus> firing() {
    return in(AlertPhase.FIRING);
  }

  /** Alerts whose condition is true, but not yet for long enough. */
  public List<AlertStatus> pending() {
    return in(AlertPhase.PENDING);
  }

  private List<AlertStatus> in(AlertPhase state) {
    return all.stream().filter(alert -> alert.state() == state).toList();
  }
}
