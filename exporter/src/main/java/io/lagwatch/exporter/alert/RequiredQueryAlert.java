package io.lagwatch.exporter.alert;

import static io.lagwatch.exporter.text.Times.utc;

import java.time.Duration;
import java.time.Instant;

/** The alert {@code RunMissed} of a query that must run and has never reported. */
public final class RequiredQueryAlert {
  private static final String ALERT = "RunMissed";

  private RequiredQueryAlert() {}

  /**
   * Returns the state of the alert at {@code now}.
   *
   * @param waitingSince since when the exporter has waited for the first report
   * @param interval longest normal time until a run starts
   */
  public static AlertStatus at(Instant now, Instant waitingSince, Duration interval) {
    Instant expectedBy = waitingSince.plus(interval);
    String severity =
        Rules.ALL.stream()
            .filter(rule -> rule.name().equals(ALERT))
            .findFirst()
            .orElseThrow()
            .severity()
            .label();
    return now.isAfter(expectedBy)
        ? new AlertStatus(
            ALERT,
            severity,
            AlertPhase.FIRING,
            expectedBy,
            expectedBy,
            "the query has never reported; the exporter has expected it since "
                + utc(waitingSince)
                + ", and a run should have started by "
                + utc(expectedBy))
        : new AlertStatus(ALERT, severity, AlertPhase.INACTIVE, waitingSince, null, "");
  }
}
