package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a query is triggered, and what follows from it. Immutable.
 *
 * @param reported the trigger that the listener read; null when it could not
 * @param configuredInterval the setting {@code triggerInterval} of this query; it applies only
 *     while the trigger is unknown; null when it is not set
 */
public record TriggerInfo(
    Report.@Nullable Trigger reported, @Nullable Duration configuredInterval) {

  /**
   * The interval that a batch should not exceed: that of a {@code ProcessingTime} trigger above
   * zero, or the configured one while the trigger is unknown; else null. Triggers of other types
   * have none: a batch in real-time mode always lasts longer than its interval.
   */
  public @Nullable Duration interval() {
    return reported == null || reported.type() == Report.Trigger.Type.PROCESSING_TIME
        ? period()
        : null;
  }

  /** How often batches should end, whatever the type of the trigger; null when no clock decides. */
  public @Nullable Duration period() {
    Duration interval = reported == null ? configuredInterval : reported.interval();
    return interval == null || interval.isZero() ? null : interval;
  }

  /**
   * False in continuous processing, which reports no progress and so no position (2.3 to 4.2); true
   * while the trigger is unknown.
   */
  public boolean tellsPosition() {
    return reported == null || reported.type() != Report.Trigger.Type.CONTINUOUS;
  }

  /** True if a run finishes by itself and the query is started again later. */
  public boolean endsByItself() {
    return reported != null
        && (reported.type() == Report.Trigger.Type.AVAILABLE_NOW
            || reported.type() == Report.Trigger.Type.ONCE);
  }
}
