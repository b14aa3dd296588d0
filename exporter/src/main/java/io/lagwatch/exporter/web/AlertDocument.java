package io.lagwatch.exporter.web;

import io.lagwatch.exporter.alert.AlertStatus;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One alert of a query. Immutable.
 *
 * @param severity critical or warning
 * @param state inactive, pending or firing
 * @param since start of the state
 * @param firedAt when it last fired; null if it never did
 * @param sentence explains the alert
 */
record AlertDocument(
    String alert,
    String severity,
    String state,
    @Nullable Instant since,
    @Nullable Instant firedAt,
    String sentence) {
  static AlertDocument of(AlertStatus alert) {
    return new AlertDocument(
        alert.alert(),
        alert.severity(),
        alert.state().name().toLowerCase(Locale.ROOT),
        alert.since(),
        alert.firedAt(),
        alert.sentence());
  }
}
