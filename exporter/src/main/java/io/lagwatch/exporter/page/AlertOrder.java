package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.watch.QueryView;
import java.util.Comparator;
import java.util.List;

/** The order in which pages list the alerts of a query. */
final class AlertOrder {
  private AlertOrder() {}

  /** Firing alerts, critical ones first. */
  static List<AlertStatus> firing(QueryView query) {
    return firing(query.alertStates().firing());
  }

  /** The firing alerts of {@code alerts}, critical ones first. */
  static List<AlertStatus> firing(List<AlertStatus> alerts) {
    return alerts.stream()
        .filter(alert -> alert.state() == AlertPhase.FIRING)
        .sorted(Comparator.comparing(alert -> !isCritical(alert)))
        .toList();
  }

  static boolean isCritical(AlertStatus alert) {
    return alert.severity().equals("critical");
  }
}
