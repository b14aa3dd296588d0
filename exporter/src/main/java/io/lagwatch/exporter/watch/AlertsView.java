package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import java.util.List;

/**
 * The alerts of a query as of the last evaluation.
 *
 * @param all every rule that applies to the query, inactive ones included, in the order of the
 *     rules
 */
public record AlertsView(List<AlertStatus> all) {
  public AlertsView {
    all = List.copyOf(all);
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
