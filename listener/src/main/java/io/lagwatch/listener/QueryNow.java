package io.lagwatch.listener;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run as one report tells of it. */
final class QueryNow {
  /**
   * Progress beyond this is left out, the largest first, so that one query's megabytes of metrics
   * neither make the exporter refuse the report of all nor take the place of the others'. Bytes of
   * UTF-8, as the exporter counts them.
   */
  static final int MAX_PROGRESS = 4 * 1024 * 1024;

  final Run run;
  final Life life;
  final Activity activity;

  /** JSON; null when there is none or it is left out. */
  @Nullable String progress;

  private QueryNow(Run run) {
    this.run = run;
    // The end first: what a run did before its end is then in the activity that is read after it.
    this.life = run.life();
    this.activity = run.activity();
    this.progress = activity.progress == null ? null : activity.progress.json();
  }

  /** All of them, in their order. */
  static List<QueryNow> of(List<Run> runs) {
    List<QueryNow> all = new ArrayList<>();
    for (Run run : runs) {
      all.add(new QueryNow(run));
    }
    List<QueryNow> smallestFirst = new ArrayList<>(all);
    smallestFirst.sort(Comparator.comparingInt(QueryNow::bytes));
    int room = MAX_PROGRESS;
    for (QueryNow query : smallestFirst) {
      int bytes = query.bytes();
      if (bytes > room) {
        query.run.leftOut(bytes);
        query.progress = null;
      } else {
        room -= bytes;
      }
    }
    return all;
  }

  private int bytes() {
    return progress == null || activity.progress == null ? 0 : activity.progress.bytes();
  }
}
