package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Instant;
import java.util.Locale;

/** An alert in the list of all alerts that apply to a query. */
record AlertRow(
    String name, String severity, String state, String since, String lastFired, String runbook) {
  static AlertRow of(AlertStatus alert, Snapshot snapshot, Links links) {
    Instant fired = alert.firedAt();
    return new AlertRow(
        alert.alert(),
        alert.severity(),
        alert.state().name().toLowerCase(Locale.ROOT),
        ago(alert.since(), snapshot),
        fired == null ? "never" : ago(fired, snapshot),
        links.runbook(alert.alert()));
  }

  private static String ago(Instant time, Snapshot snapshot) {
    return Times.duration(snapshot.age(time)) + " ago";
  }
}
