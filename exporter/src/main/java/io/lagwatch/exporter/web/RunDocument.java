package io.lagwatch.exporter.web;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.RunView;
import io.lagwatch.exporter.watch.TriggerView;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The current run of a query, and the counters over all of its runs. Immutable.
 *
 * @param state running, idle, stuck, stopped, failed or lost
 * @param lastSuccessAt end of the last run that ended without an exception
 * @param lastRunDurationSeconds duration of the run that ended last
 * @param replacedQueryId id of the query that had these labels before, with another checkpoint
 * @param otherLiveRun id of a second live run of the same query
 * @param error the last failure of any run
 * @param counters the values of the {@code _total} metrics
 */
record RunDocument(
    String state,
    Instant startedAt,
    @Nullable Instant endedAt,
    Instant lastReportAt,
    Instant lastEventAt,
    @Nullable Instant lastSuccessAt,
    @Nullable Duration lastRunDurationSeconds,
    @Nullable Instant batchInFlightSince,
    @Nullable String replacedQueryId,
    @Nullable String otherLiveRun,
    @Nullable RunFailure error,
    @Nullable TriggerDetails trigger,
    Counters counters) {

  /** The exception that ended a run. */
  record RunFailure(
      @JsonProperty("class") @Nullable String exceptionClass,
      @Nullable String message,
      @Nullable Instant at) {
    static @Nullable RunFailure of(RunView.@Nullable FailureView failure) {
      return failure == null
          ? null
          : new RunFailure(failure.exceptionClass(), failure.message(), failure.at());
    }
  }

  /**
   * The trigger that the driver reported.
   *
   * @param intervalSeconds 0 means as soon as possible
   */
  record TriggerDetails(String type, @Nullable Duration intervalSeconds) {
    static @Nullable TriggerDetails of(TriggerView trigger) {
      return trigger.type() == null
          ? null
          : new TriggerDetails(trigger.type(), trigger.declaredInterval());
    }
  }

  /** Counters over all runs. */
  record Counters(
      long runs,
      long failures,
      long batches,
      long emptyBatches,
      long inputRows,
      long droppedLateRows,
      long replayedBatches,
      @Nullable Long reportsFailed) {
    static Counters of(RunView.CountersView counters) {
      return new Counters(
          counters.runs(),
          counters.failures(),
          counters.batches(),
          counters.emptyBatches(),
          counters.inputRows(),
          counters.droppedLateRows(),
          counters.replayedBatches(),
          counters.reportsFailed());
    }
  }

  static RunDocument of(QueryView query) {
    var run = query.run();
    return new RunDocument(
        run.state().label(),
        run.startedAt(),
        run.endedAt(),
        run.lastReportAt(),
        run.lastEventAt(),
        run.finished().lastSuccessAt(),
        run.finished().lastDuration(),
        query.batch().runningSince(),
        query.identity().replacedQueryId(),
        query.identity().otherLiveRunId(),
        RunFailure.of(run.lastFailure()),
        TriggerDetails.of(query.trigger()),
        Counters.of(run.counters()));
  }
}
