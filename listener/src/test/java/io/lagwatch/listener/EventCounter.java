package io.lagwatch.listener;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.apache.spark.sql.streaming.StreamingQueryProgress;

/** Counts the events of a session, to compare the reports with. */
final class EventCounter extends StreamingQueryListener {
  private static final long serialVersionUID = 1L;

  /** The batches and rows of one run. */
  record Counts(long batches, long rows) {}

  private final transient Map<UUID, Counts> counts = new ConcurrentHashMap<>();
  private final transient Map<UUID, Boolean> ended = new ConcurrentHashMap<>();

  Counts of(UUID runId) {
    return counts.getOrDefault(runId, new Counts(0, 0));
  }

  boolean hasEnded(UUID runId) {
    return ended.containsKey(runId);
  }

  @Override
  public void onQueryStarted(QueryStartedEvent event) {
    // Nothing is counted yet.
  }

  @Override
  public void onQueryProgress(QueryProgressEvent event) {
    StreamingQueryProgress progress = event.progress();
    counts.merge(
        progress.runId(),
        new Counts(1, progress.numInputRows()),
        (a, b) -> new Counts(a.batches + b.batches, a.rows + b.rows));
  }

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {
    ended.put(event.runId(), true);
  }
}
