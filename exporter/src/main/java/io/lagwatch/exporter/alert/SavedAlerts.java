package io.lagwatch.exporter.alert;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The alerts of one query, as the state file stores them. */
public record SavedAlerts(List<SavedAlert> entries) {
  public SavedAlerts {
    entries = List.copyOf(Objects.requireNonNull(entries, "entries is missing"));
  }

  /**
   * One alert.
   *
   * @param falseSince since when the condition of a firing alert has been false; null while it is
   *     true or unknown
   */
  public record SavedAlert(AlertStatus status, @Nullable Instant falseSince) {
    public SavedAlert {
      Objects.requireNonNull(status, "status is missing");
    }
  }
}
