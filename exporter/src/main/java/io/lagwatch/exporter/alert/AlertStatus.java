package io.lagwatch.exporter.alert;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One alert of one query (or of the exporter) at one moment.
 *
 * @param alert name without prefix, as {@code LagGrowing}
 * @param severity {@code critical} or {@code warning}
 * @param state its phase
 * @param since when the present phase began
 * @param firedAt when it last began to fire; null when it never did
 * @param sentence the explanation, with numbers, for a person; empty when it is inactive
 */
public record AlertStatus(
    String alert,
    String severity,
    AlertPhase state,
    Instant since,
    @Nullable Instant firedAt,
    String sentence) {

  /** Whether the alert fires. */
  public boolean isFiring() {
    return state == AlertPhase.FIRING;
  }
}
