package io.lagwatch.listener;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.apache.spark.sql.streaming.StreamingQueryProgress;

/** The truth that reports are held against: counts every event of a session by itself. */
final class Recorder extends StreamingQueryListener {
  private static final long serialVersionUID = 1L;

  /** What one run did. */
  record Truth(long batches, long rows) {}

  private final transient Map<UUID, Truth> truths = new ConcurrentHashMap<>();
  private final transient Map<UUID, Boolean> ended = new ConcurrentHashMap<>();

  Truth of(UUID runId) {
    return truths.getOrDefault(runId, new Truth(0, 0));
  }

  boolean ended(UUID runId) {
    return ended.containsKey(runId);
  }

  @Override
  public void onQueryStarted(QueryStartedEvent event) {
    // Nothing is counted yet.
  }

  @Override
  public void onQueryProgress(QueryProgressEvent event) {
    StreamingQueryProgress progress = event.progress();
    truths.merge(
        progress.runId(),
        new Truth(1, progress.numInputRows()),
        (a, b) -> new Truth(a.batches + b.batches, a.rows + b.rows));
  }

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {
    ended.put(event.runId(), true);
  }
}
