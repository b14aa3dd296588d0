package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.watch.QueryView;
import java.util.Comparator;
import java.util.List;

/** The alerts of a query that fire. */
final class Firing {
  private Firing() {}

  /** Critical ones first. */
  static List<AlertStatus> of(QueryView query) {
    return query.alerts().stream()
        .filter(alert -> alert.state() == AlertStatus.State.FIRING)
        .sorted(Comparator.comparing(alert -> !critical(alert)))
        .toList();
  }

  /** Whether one may fire soon: its condition holds, and not yet for long enough. */
  static boolean pends(QueryView query) {
    return query.alerts().stream().anyMatch(alert -> alert.state() == AlertStatus.State.PENDING);
  }

  /** The style class: a closed set, whatever the severity says. */
  static String style(AlertStatus alert) {
    return critical(alert) ? "critical" : "warning";
  }

  private static boolean critical(AlertStatus alert) {
    return alert.severity().equals("critical");
  }
}
