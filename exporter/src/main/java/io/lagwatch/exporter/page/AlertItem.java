package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.Snapshot;

/** An alert that fires or is pending, on the page of its query. */
record AlertItem(
    String name,
    String style,
    StateIcon icon,
    String severity,
    String sentence,
    String since,
    String runbook) {
  static AlertItem of(AlertStatus alert, Snapshot snapshot, Links links) {
    boolean pending = alert.state() == AlertPhase.PENDING;
    var icon = StateIcon.of(alert);
    return new AlertItem(
        alert.alert(),
        pending ? "pending" : icon.style(),
        icon,
        alert.severity() + (pending ? ", pending" : ""),
        Sentences.sentence(alert.sentence()),
        Times.duration(snapshot.age(alert.since())),
        links.runbook(alert.alert()));
  }
}
