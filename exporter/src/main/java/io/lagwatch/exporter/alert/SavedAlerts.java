package io.lagwatch.exporter.alert;

import static io.lagwatch.exporter.query.SavedField.elements;
import static io.lagwatch.exporter.query.SavedField.required;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The alerts of one query, as the state file stores them. */
public record SavedAlerts(List<SavedAlert> entries) {
  public SavedAlerts {
    entries = List.copyOf(elements(entries, "alerts.entries"));
  }

  /**
   * One alert.
   *
   * @param falseSince since when the condition of a firing alert has been false; null while it is
   *     true or unknown
   */
  public record SavedAlert(AlertStatus status, @Nullable Instant falseSince) {
    public SavedAlert {
      required(status, "alerts.status");
      required(status.alert(), "alerts.status.alert");
      severity(required(status.severity(), "alerts.status.severity"));
      required(status.state(), "alerts.status.state");
      required(status.since(), "alerts.status.since");
      required(status.sentence(), "alerts.status.sentence");
    }

    private static void severity(String label) {
      for (Rule.Severity known : Rule.Severity.values()) {
        if (known.label().equals(label)) {
          return;
        }
      }
      throw new IllegalArgumentException("alerts.status.severity: unknown value " + label);
    }
  }
}
