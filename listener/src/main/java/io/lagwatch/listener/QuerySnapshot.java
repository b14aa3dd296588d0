package io.lagwatch.listener;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of one run in one report. */
final class QuerySnapshot {
  /**
   * Limit for the progress of all queries in one report, in bytes of UTF-8 as the exporter counts
   * them. Beyond it the largest progress is dropped first, so that one query with megabytes of
   * metrics does not cost the other queries their progress or get the whole report rejected.
   */
  static final int MAX_PROGRESS_BYTES = 4 * 1024 * 1024;

  final QueryRun run;
  final RunStatus status;
  final Activity activity;

  /** JSON; null if there is none or it was dropped. */
  @Nullable String progress;

  private QuerySnapshot(QueryRun run) {
    this.run = run;
    // The status is read first, so the activity includes everything that happened before the end.
    this.status = run.status();
    this.activity = run.activity();
    this.progress = activity.progress == null ? null : activity.progress.json();
  }

  /** Returns a snapshot of each run, in the same order. */
  static List<QuerySnapshot> of(List<QueryRun> runs, long now) {
    List<QuerySnapshot> snapshots = new ArrayList<>();
    for (QueryRun run : runs) {
      snapshots.add(new QuerySnapshot(run));
    }
    dropLargestProgress(snapshots, now);
    return snapshots;
  }

  private static void dropLargestProgress(List<QuerySnapshot> snapshots, long now) {
    List<QuerySnapshot> smallestFirst = new ArrayList<>(snapshots);
    smallestFirst.sort(Comparator.comparingInt(QuerySnapshot::progressBytes));
    int remaining = MAX_PROGRESS_BYTES;
    for (QuerySnapshot snapshot : smallestFirst) {
      int bytes = snapshot.progressBytes();
      if (bytes > remaining) {
        snapshot.run.warnProgressDropped(bytes, MAX_PROGRESS_BYTES, now);
        snapshot.progress = null;
      } else {
        remaining -= bytes;
        if (bytes > 0) {
          snapshot.run.markProgressReported();
        }
      }
    }
  }

  private int progressBytes() {
    return progress == null || activity.progress == null ? 0 : activity.progress.bytes();
  }
}
