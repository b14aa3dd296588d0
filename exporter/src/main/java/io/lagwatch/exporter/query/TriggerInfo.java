package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The trigger of a query. Immutable.
 *
 * @param reported the trigger that the driver reported; null if it could not be read
 * @param configuredInterval the setting {@code triggerInterval} of this query; it applies only
 *     while the trigger is unknown; null if not set
 */
public record TriggerInfo(
    Report.@Nullable Trigger reported, @Nullable Duration configuredInterval) {

  /**
   * Returns the interval that a batch should not exceed; null if there is none. It is the interval
   * of a {@code ProcessingTime} trigger above zero, or the configured one while the trigger is
   * unknown. Other triggers have none: in real-time mode a batch always takes longer than its
   * interval.
   */
  public @Nullable Duration interval() {
    return reported == null || reported.type() == Report.Trigger.Type.PROCESSING_TIME
        ? period()
        : null;
  }

  /**
   * Returns how often batches should end, for any type of trigger; null if there is no interval.
   */
  public @Nullable Duration period() {
    Duration interval = reported == null ? configuredInterval : reported.interval();
    return interval == null || interval.isZero() ? null : interval;
  }

  /**
   * Returns false for continuous processing, which reports no progress and so no position (2.3 to
   * 4.2). True while the trigger is unknown.
   */
  public boolean reportsPosition() {
    return reported == null || reported.type() != Report.Trigger.Type.CONTINUOUS;
  }

  /** Returns true if a run ends by itself and the query is started again later. */
  public boolean endsByItself() {
    return reported != null
        && (reported.type() == Report.Trigger.Type.AVAILABLE_NOW
            || reported.type() == Report.Trigger.Type.ONCE);
  }
}
