package io.lagwatch.listener;

import org.jspecify.annotations.Nullable;

/** Whether a run goes on, and how it ended. Immutable. */
final class Life {
  static final Life RUNNING = new Life("RUNNING", null, null, true);

  /** As the report says it: {@code RUNNING}, {@code STOPPED} or {@code FAILED}. */
  final String status;

  /** The driver's clock in milliseconds; null while it runs. */
  final @Nullable Long endedAt;

  /** Null unless it failed. */
  final @Nullable Failure failure;

  /** False when the end was only concluded from looking: late events of the run may still come. */
  final boolean told;

  private Life(String status, @Nullable Long endedAt, @Nullable Failure failure, boolean told) {
    this.status = status;
    this.endedAt = endedAt;
    this.failure = failure;
    this.told = told;
  }

  /** The end as Spark told it, with the failure's text (a whole stack trace) or null. */
  static Life ended(long at, @Nullable String failure) {
    return ended(at, failure, true);
  }

  /** The end of a query that is gone without a word. */
  static Life vanished(long at, @Nullable String failure) {
    return ended(at, failure, false);
  }

  private static Life ended(long at, @Nullable String failure, boolean told) {
    return failure == null
        ? new Life("STOPPED", at, null, told)
        : new Life("FAILED", at, Failure.parse(failure), told);
  }

  boolean running() {
    return endedAt == null;
  }
}
