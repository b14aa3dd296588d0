package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.watch.BatchView;
import io.lagwatch.exporter.watch.BatchView.LastBatchView;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The longest batch of a query. Not thread-safe. */
final class LongestBatch {
  private @Nullable LastBatchView completed;
  private @Nullable Running running;

  /** A batch that was not seen to complete. */
  record Running(Instant since, Duration atLeast) {}

  /** Takes the batches as they are; one that ended before {@code from} does not count. */
  void seen(BatchView batch, Instant from) {
    LastBatchView last = batch.last();
    if (last != null && !last.endedAt().isBefore(from)) {
      if (completed == null || last.duration().compareTo(completed.duration()) > 0) {
        completed = last;
      }
      if (running != null && last.endedAt().isAfter(running.since())) {
        running = null;
      }
    }
    Instant since = batch.runningSince();
    Duration age = batch.runningFor();
    if (since != null && age != null && (running == null || age.compareTo(running.atLeast()) > 0)) {
      running = new Running(since, age);
    }
  }

  /** Null when no batch has completed. */
  @Nullable LastBatchView completed() {
    return completed;
  }

  /** A batch that took longer than every completed one and was not seen to end; null without. */
  @Nullable Running unfinished() {
    boolean longer =
        running != null
            && (completed == null || running.atLeast().compareTo(completed.duration()) > 0);
    return longer ? running : null;
  }
}
