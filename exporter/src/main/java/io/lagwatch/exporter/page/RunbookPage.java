package io.lagwatch.exporter.page;

import io.lagwatch.exporter.watch.Snapshot;
import java.util.List;

/**
 * The runbook of the alerts.
 *
 * @param body trusted HTML from the jar, which is not escaped
 */
record RunbookPage(PageLayout layout, String body) {
  static RunbookPage of(Snapshot snapshot, String body) {
    return new RunbookPage(
        PageLayout.of("Runbook · Lagwatch", new Links(""), List.of("text.css"), snapshot), body);
  }
}
