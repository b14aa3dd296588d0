package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The alerts of a query at the last evaluation. Immutable.
 *
 * @param all the states of all rules that apply to the query, including inactive ones, in the order
 *     of the rules
 * @param numbers the inputs of the rules by metric name, see {@link
 *     io.lagwatch.exporter.alert.RuleGauges}. A number is absent while it is unknown or does not
 *     apply
 */
public record AlertsView(List<AlertStatus> all, SortedMap<String, Double> numbers) {
  public AlertsView {
    all = List.copyOf(all);
    numbers = Collections.unmodifiableSortedMap(new TreeMap<>(numbers));
  }

  /** Returns the firing alerts, in the order of the rules. */
  public List<AlertStatus> firing() {
    return in(AlertPhase.FIRING);
  }

  /** Returns the alerts whose condition is true, but not yet for the hold time. */
  public List<AlertStatus> pending() {
    return in(AlertPhase.PENDING);
  }

  private List<AlertStatus> in(AlertPhase state) {
    return all.stream().filter(alert -> alert.state() == state).toList();
  }
}
