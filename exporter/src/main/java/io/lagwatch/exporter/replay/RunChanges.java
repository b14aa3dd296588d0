package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.RunView;
import io.lagwatch.exporter.watch.RunView.FailureView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starts and ends of the runs of one query. Not thread-safe. */
final class RunChanges {
  /** More are counted and not listed. */
  static final int LISTED = 20;

  private final List<RunChange> changes = new ArrayList<>();
  private long notListed;
  private long failures;
  private @Nullable String runId;
  private @Nullable Instant stoppedAt;

  /** What happened to a run. */
  enum Kind {
    RESTARTED,
    FAILED,
    STOPPED
  }

  /**
   * A start or an end.
   *
   * @param failure null unless the run failed
   */
  record RunChange(Kind kind, Instant at, @Nullable FailureView failure) {}

  /** The query as it is before the changes of interest. */
  void before(QueryView query) {
    runId = query.identity().runId();
    failures = query.run().counters().failures();
    stoppedAt = stoppedAt(query);
  }

  void seen(QueryView query, Instant at) {
    RunView run = query.run();
    FailureView failure = run.lastFailure();
    // A run that failed between two reports is seen only by the counter.
    if (run.counters().failures() > failures && failure != null) {
      add(new RunChange(Kind.FAILED, Objects.requireNonNullElse(failure.at(), at), failure));
    }
    failures = run.counters().failures();
    String now = query.identity().runId();
    if (runId != null && !runId.equals(now)) {
      add(new RunChange(Kind.RESTARTED, run.startedAt(), null));
    }
    runId = now;
    Instant stopped = stoppedAt(query);
    if (stopped != null && !stopped.equals(stoppedAt)) {
      add(new RunChange(Kind.STOPPED, stopped, null));
    }
    stoppedAt = stopped;
  }

  private static @Nullable Instant stoppedAt(QueryView query) {
    return query.run().state() == QueryState.STOPPED ? query.run().endedAt() : null;
  }

  private void add(RunChange change) {
    if (changes.size() < LISTED) {
      changes.add(change);
    } else {
      notListed++;
    }
  }

  /** In the order in which they were seen. */
  List<RunChange> changes() {
    return List.copyOf(changes);
  }

  long notListed() {
    return notListed;
  }
}
