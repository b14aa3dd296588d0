package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The batch end that is awaited: since when, and how much there was to read then. A run that
 * follows a planned stop, or one that had finished a batch, is given its time anew; in a crash loop
 * the time goes on from run to run. Not thread-safe.
 */
final class Awaited {
  private String runId;
  private boolean runHadBatch;
  private boolean runStopped;
  private Instant since;
  private @Nullable Backlog backlog;

  /** What there was to read, by source. */
  record Backlog(Instant at, Map<Integer, Long> records) {
    long sum() {
      return records.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** Everything, for the state file. */
  record State(
      String runId,
      boolean runHadBatch,
      boolean runStopped,
      Instant since,
      @Nullable Backlog backlog) {}

  Awaited(QueryFacts facts) {
    runId = facts.runId();
    since = facts.startedAt();
  }

  Awaited(State state) {
    runId = state.runId();
    runHadBatch = state.runHadBatch();
    runStopped = state.runStopped();
    since = state.since();
    backlog = state.backlog();
  }

  State state() {
    return new State(runId, runHadBatch, runStopped, since, backlog);
  }

  void observe(QueryFacts facts, Instant now) {
    if (!facts.runId().equals(runId)) {
      runId = facts.runId();
      if (runHadBatch || runStopped) {
        from(facts.startedAt());
      }
      runHadBatch = false;
    }
    runStopped = facts.status() == Report.Status.STOPPED;
    if (facts.state() == QueryState.IDLE) {
      from(now);
    }
    QueryFacts.LastBatch batch = facts.lastBatch();
    if (batch != null && batch.endedAt().isAfter(since)) {
      from(batch.endedAt());
      runHadBatch = true;
    }
    if (backlog == null && facts.lag().records() != null) {
      backlog = new Backlog(now, records(facts));
    }
  }

  Instant since() {
    return since;
  }

  @Nullable Backlog backlog() {
    return backlog;
  }

  /** How long the end of the awaited batch may take, the wait for its trigger included. */
  Duration allowance(QueryFacts facts, @Nullable Duration interval, Pace pace) {
    return waitForTrigger(facts, interval)
        .plus(pace.allowance(backlog == null ? 0 : backlog.sum()));
  }

  /** When the batch that is awaited can have begun. */
  Instant begun(QueryFacts facts, @Nullable Duration interval) {
    return since.plus(waitForTrigger(facts, interval));
  }

  private Duration waitForTrigger(QueryFacts facts, @Nullable Duration interval) {
    QueryFacts.LastBatch batch = facts.lastBatch();
    if (interval == null || batch == null || !batch.endedAt().equals(since)) {
      return Duration.ZERO;
    }
    Duration wait = Duration.between(batch.endedAt(), batch.startedAt().plus(interval));
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  private void from(Instant instant) {
    since = instant;
    backlog = null;
  }

  private static Map<Integer, Long> records(QueryFacts facts) {
    var records = new TreeMap<Integer, Long>();
    for (PartitionLag partition : facts.lag().partitions()) {
      if (partition.records() != null) {
        records.merge(partition.source(), partition.records(), Long::sum);
      }
    }
    return records;
  }
}
