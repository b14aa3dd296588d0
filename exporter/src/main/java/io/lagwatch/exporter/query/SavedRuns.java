package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a query in the format of the state file. Immutable.
 *
 * @param oldRunIds ids of the runs whose counters are only in {@code oldTotals}
 * @param lastFailure null if no run failed
 * @param countedUntil start of the latest run whose id is no longer known; null if there is none
 */
public record SavedRuns(
    SavedRun current,
    List<SavedRun> others,
    List<String> oldRunIds,
    SavedTotals oldTotals,
    long count,
    long failures,
    @Nullable SavedFailure lastFailure,
    @Nullable Instant countedUntil) {
  public SavedRuns {
    required(current, "runs.current");
    others = others == null ? List.of() : List.copyOf(others);
    oldRunIds = oldRunIds == null ? List.of() : List.copyOf(oldRunIds);
    required(oldTotals, "runs.oldTotals");
    notNegative(count, "runs.count");
    notNegative(failures, "runs.failures");
  }

  /**
   * One run.
   *
   * @param status name of the constant in {@link Report.Status}
   */
  public record SavedRun(
      String runId,
      String status,
      SavedRunTimes times,
      SavedReporter reporter,
      SavedTotals totals) {
    public SavedRun {
      required(runId, "runId");
      status(required(status, "status"));
      required(times, "times");
      required(reporter, "reporter");
      required(totals, "totals");
    }

    static SavedRun of(Run run) {
      return new SavedRun(
          run.runId(),
          run.status().name(),
          SavedRunTimes.of(run.times()),
          new SavedReporter(
              run.reporter().agentInstance(), run.reporter().sentAt(), run.reporter().heartbeat()),
          SavedTotals.of(run.totals()));
    }

    Run restored() {
      return new Run(
          runId,
          status(status),
          times.restored(),
          new Run.Reporter(reporter.agentInstance(), reporter.sentAt(), reporter.heartbeat()),
          totals.restored());
    }

    private static Report.Status status(String name) {
      return SavedField.named(Report.Status.class, name, "status");
    }
  }

  /** The times of a run, by the exporter's clock. */
  public record SavedRunTimes(
      Instant startedAt,
      Instant firstReportAt,
      Instant lastReportAt,
      Instant lastEventAt,
      @Nullable Instant endedAt) {
    public SavedRunTimes {
      required(startedAt, "startedAt");
      required(firstReportAt, "firstReportAt");
      required(lastReportAt, "lastReportAt");
      required(lastEventAt, "lastEventAt");
    }

    static SavedRunTimes of(Run.RunTimes times) {
      return new SavedRunTimes(
          times.startedAt(),
          times.firstReportAt(),
          times.lastReportAt(),
          times.lastEventAt(),
          times.endedAt());
    }

    Run.RunTimes restored() {
      return new Run.RunTimes(startedAt, firstReportAt, lastReportAt, lastEventAt, endedAt);
    }
  }

  /** The listener that sent the last report of a run. {@code sentAt} is by the driver's clock. */
  public record SavedReporter(String agentInstance, Instant sentAt, @Nullable Duration heartbeat) {
    public SavedReporter {
      required(agentInstance, "agentInstance");
      required(sentAt, "sentAt");
    }
  }

  /** The last failure. {@code error} is null if the report did not contain it. */
  public record SavedFailure(Instant at, @Nullable SavedError error) {
    public SavedFailure {
      required(at, "lastFailure.at");
    }

    static SavedFailure of(RunHistory.Failure failure) {
      Report.QueryError error = failure.error();
      return new SavedFailure(
          failure.at(), error == null ? null : new SavedError(error.type(), error.message()));
    }

    RunHistory.Failure restored() {
      return new RunHistory.Failure(
          error == null ? null : new Report.QueryError(error.type(), error.message()), at);
    }
  }

  /** Class and message of an exception. */
  public record SavedError(@Nullable String type, @Nullable String message) {}

  /** Counters of one or more runs. */
  public record SavedTotals(
      long batches,
      long emptyBatches,
      long inputRows,
      long droppedLateRows,
      long replayedBatches,
      SavedDurations batchSeconds) {
    public SavedTotals {
      notNegative(batches, "totals.batches");
      notNegative(emptyBatches, "totals.emptyBatches");
      notNegative(inputRows, "totals.inputRows");
      notNegative(droppedLateRows, "totals.droppedLateRows");
      notNegative(replayedBatches, "totals.replayedBatches");
      required(batchSeconds, "totals.batchSeconds");
    }

    static SavedTotals of(Totals totals) {
      Totals.Durations seconds = totals.batchSeconds();
      return new SavedTotals(
          totals.batches(),
          totals.emptyBatches(),
          totals.inputRows(),
          totals.droppedLateRows(),
          totals.replayedBatches(),
          new SavedDurations(seconds.count(), seconds.sum(), seconds.buckets()));
    }

    Totals restored() {
      return new Totals(
          batches,
          emptyBatches,
          inputRows,
          droppedLateRows,
          replayedBatches,
          new Totals.Durations(
              batchSeconds.count(), batchSeconds.sum(), new TreeMap<>(batchSeconds.buckets())));
    }
  }

  /** A histogram: the cumulative count of durations per upper bound in seconds. */
  public record SavedDurations(long count, double sum, Map<Double, Long> buckets) {
    public SavedDurations {
      notNegative(count, "batchSeconds.count");
      notNegative(required(buckets, "batchSeconds.buckets"), "batchSeconds.buckets");
    }
  }
}
