package io.lagwatch.exporter.alert;

import java.util.List;
import java.util.Objects;

/** The alerts of one query, as the state file holds them. */
public record SavedAlerts(List<AlertEvaluator.Entry> entries) {
  public SavedAlerts {
    entries = List.copyOf(Objects.requireNonNull(entries, "entries is missing"));
    for (AlertEvaluator.Entry entry : entries) {
      Objects.requireNonNull(entry.status(), "status is missing");
    }
  }
}
