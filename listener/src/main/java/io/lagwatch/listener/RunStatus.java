package io.lagwatch.listener;

import org.jspecify.annotations.Nullable;

/** Whether a run is active, and how it ended. Immutable. */
final class RunStatus {
  static final RunStatus RUNNING = new RunStatus("RUNNING", null, null, true);

  /** The status in the report: {@code RUNNING}, {@code STOPPED} or {@code FAILED}. */
  final String name;

  /** The driver's clock in milliseconds; null while the run is active. */
  final @Nullable Long endedAt;

  /** Null unless the run failed. */
  final @Nullable QueryFailure failure;

  /** False if the end was inferred without Spark's event, so late events may still arrive. */
  final boolean isConfirmed;

  private RunStatus(
      String name, @Nullable Long endedAt, @Nullable QueryFailure failure, boolean isConfirmed) {
    this.name = name;
    this.endedAt = endedAt;
    this.failure = failure;
    this.isConfirmed = isConfirmed;
  }

  /**
   * Returns the status after an end that Spark reported.
   *
   * @param failure the stack trace of the exception, or null for a stop
   */
  static RunStatus ended(long at, @Nullable String failure) {
    return ended(at, failure, true);
  }

  /** Returns the status of a query that is no longer active although no event reported its end. */
  static RunStatus inferredEnd(long at, @Nullable String failure) {
    return ended(at, failure, false);
  }

  private static RunStatus ended(long at, @Nullable String failure, boolean isConfirmed) {
    return failure == null
        ? new RunStatus("STOPPED", at, null, isConfirmed)
        : new RunStatus("FAILED", at, QueryFailure.parse(failure), isConfirmed);
  }

  boolean isRunning() {
    return endedAt == null;
  }
}
