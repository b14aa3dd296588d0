package io.lagwatch.exporter.alert;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One alert of one query (or of the exporter) as it stands.
 *
 * @param alert name without prefix, as {@code LagGrowing}
 * @param severity {@code critical} or {@code warning}
 * @param since when the present state began
 * @param firedAt when it last began to fire; null when it never did
 * @param sentence the explanation, with numbers, for a person
 */
public record AlertStatus(
    String alert,
    String severity,
    State state,
    Instant since,
    @Nullable Instant firedAt,
    String sentence) {
  public boolean isFiring() {
    return state == State.FIRING;
  }

  /** Where an alert is in its life. */
  public enum State {
    INACTIVE,
    PENDING,
    FIRING
  }
}
