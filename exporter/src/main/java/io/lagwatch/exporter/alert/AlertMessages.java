package io.lagwatch.exporter.alert;

import static io.lagwatch.exporter.text.Numbers.count;
import static io.lagwatch.exporter.text.Numbers.counted;
import static io.lagwatch.exporter.text.Numbers.percent;
import static io.lagwatch.exporter.text.Numbers.rate;
import static io.lagwatch.exporter.text.Sentences.atLeast;
import static io.lagwatch.exporter.text.Times.duration;
import static io.lagwatch.exporter.text.Times.utc;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.LastBatch;
import io.lagwatch.exporter.query.PhaseDuration;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.query.RunInfo;
import io.lagwatch.exporter.query.SourceFacts;
import io.lagwatch.exporter.signal.LagGrowthRate;
import io.lagwatch.exporter.signal.StateSignals;
import io.lagwatch.exporter.signal.WatermarkSignals;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the alerts: why one fires, in one sentence with numbers. An unknown number is
 * left out, and a partial one is marked as a lower bound. The texts have no capital letter and no
 * full stop, so that outputs can embed them.
 */
final class AlertMessages {
  private AlertMessages() {}

  static String lagGrowing(RuleInput input) {
    QueryLag lag = input.facts().lag();
    LagGrowthRate growth = input.signals().lag().growth();
    return "lag is "
        + (lag.records() == null
            ? "unknown"
            : atLeast(counted(lag.records(), "record", "records"), lag.unknown() > 0))
        + behind(lag.time())
        + (growth == null ? " and growing" : growing(growth, lag.unknown() > 0));
  }

  private static String behind(@Nullable TimeLag time) {
    return time == null
        ? ""
        : " (" + atLeast(duration(time.duration()), time.lowerBound()) + " behind)";
  }

  private static String growing(LagGrowthRate growth, boolean partial) {
    return " and has been growing for "
        + duration(growth.rising())
        + ": "
        + atLeast(rate(growth.arrivedPerSecond()), partial)
        + " rows/s arrive, "
        + (growth.processedPerSecond() == 0
            ? "none are processed"
            : atLeast(rate(growth.processedPerSecond()), partial) + " rows/s are processed");
  }

  static String batchNearTrigger(RuleInput input) {
    Double ratio = input.signals().batch().triggerUtilization();
    Duration interval = input.facts().trigger().interval();
    String limit = percent(input.settings().batch().batchNearTriggerRatio());
    if (ratio == null || interval == null) {
      return "batch duration is close to the trigger interval (limit " + limit + ")";
    }
    return "batches take "
        + duration(interval.toMillis() * ratio / 1000)
        + " of a trigger interval of "
        + duration(interval)
        + " ("
        + percent(ratio)
        + ", limit "
        + limit
        + ")"
        + slowestPhase(input.facts().progress().lastBatch());
  }

  private static String slowestPhase(@Nullable LastBatch last) {
    PhaseDuration slowest = last == null ? null : PhaseDuration.slowest(last.phases());
    return slowest == null
        ? ""
        : "; the slowest phase of the last batch was "
            + slowest.name()
            + " ("
            + duration(slowest.duration())
            + ")";
  }

  static String noInput(RuleInput input) {
    Duration age = input.signals().input().age();
    return "no input rows"
        + (age == null ? "" : quietSource(input, age) + " for " + duration(age))
        + " (limit "
        + duration(input.settings().input().quietPeriod())
        + ")";
  }

  /** Names the source that the age is of, when there are several. */
  private static String quietSource(RuleInput input, Duration age) {
    var sources = input.facts().sources();
    if (sources.size() > 1) {
      for (SourceFacts source : sources) {
        if (age.equals(input.signals().input().ageBySource().get(source.index()))) {
          return " from source " + source.index() + " (" + source.description() + ")";
        }
      }
    }
    return "";
  }

  static String queryFailed(RuleInput input) {
    long failures = input.facts().history().failures();
    Report.QueryError error = input.facts().history().lastError();
    String failed =
        failures > 1
            ? "the query failed " + count(failures) + " times, most recently with "
            : "the query failed with ";
    if (error == null) {
      return failed + "an unknown exception";
    }
    return failed
        + (error.type() == null ? "an exception" : error.type())
        + (error.message() == null ? "" : ": " + error.message());
  }

  static String queryLost(RuleInput input) {
    QueryFacts facts = input.facts();
    String host = facts.identity().app().host();
    return "no report from the driver"
        + (host == null ? "" : " on " + host)
        + " since "
        + utc(facts.run().lastReportAt())
        + ", but the query should be running";
  }

  static String runMissed(RuleInput input) {
    RunInfo run = input.facts().run();
    Instant expectedBy = input.signals().runs().expectedBy();
    return "a run should have started"
        + (expectedBy == null ? "" : " by " + utc(expectedBy))
        + " and has not; the last one started at "
        + utc(run.startedAt())
        + end(run)
        + waiting(input.facts().lag());
  }

  private static String end(RunInfo run) {
    if (run.state() == QueryState.LOST) {
      return " and has not been reported since " + utc(run.lastReportAt());
    }
    return (run.isStopped() ? " and ended without an exception" : " and failed")
        + (run.endedAt() == null ? "" : " at " + utc(run.endedAt()));
  }

  private static String waiting(QueryLag lag) {
    return lag.records() == null
        ? ""
        : "; "
            + atLeast(counted(lag.records(), "record is", "records are"), lag.unknown() > 0)
            + " unread";
  }

  static String stoppedTooLong(RuleInput input) {
    Duration stopped = input.signals().runs().stoppedFor();
    Duration tolerated = input.settings().runs().stoppedTolerated();
    return "the query has been stopped"
        + (stopped == null ? " for too long" : " for " + duration(stopped))
        + (tolerated == null ? "" : " (limit " + duration(tolerated) + ")")
        + waiting(input.facts().lag());
  }

  static String batchStuck(RuleInput input) {
    LastBatch last = input.facts().progress().lastBatch();
    Duration age = input.signals().batch().age();
    return "the current batch has been running for "
        + (age == null ? "much longer than usual" : duration(age))
        + (last == null
            ? "; no batch of this run has completed yet"
            : "; the last one took " + duration(last.duration()));
  }

  static String watermarkStalled(RuleInput input) {
    Duration stalledFor = input.signals().watermark().stalledFor();
    Instant watermark = input.facts().progress().watermark();
    return "rows have arrived"
        + (stalledFor == null ? "" : " for " + duration(stalledFor))
        + " but the watermark has not moved"
        + (watermark == null ? "" : "; it is " + utc(watermark));
  }

  static String lateRowsDropped(RuleInput input) {
    Double ratio = input.signals().watermark().lateRowsRatio();
    long dropped = input.facts().history().totals().droppedLateRows();
    return (ratio == null
            ? "rows"
            : percent(ratio)
                + " of the rows of the last "
                + duration(WatermarkSignals.LATE_ROWS_WINDOW))
        + " were dropped because they were older than the watermark; "
        + counted(dropped, "row has", "rows have")
        + " been dropped since the query was first seen";
  }

  static String stateGrowing(RuleInput input) {
    Double growth = input.signals().state().growthPerHour();
    Long rows = input.facts().progress().stateRows();
    return "the state has grown "
        + (growth == null ? "" : "by at least " + percent(growth) + " per hour ")
        + "for "
        + counted(StateSignals.GROWTH_HOURS, "hour", "hours")
        + (rows == null ? "" : ", to " + counted(rows, "row", "rows"));
  }

  static String retentionAtRisk(RuleInput input) {
    return retentionLoss(input)
        + (input.facts().run().isStopped()
            ? "; the query is stopped: start it, or forget it if it is no longer needed"
            : "");
  }

  private static String retentionLoss(RuleInput input) {
    Long lost = input.signals().retention().recordsLost();
    if (lost != null && lost > 0) {
      String records = counted(lost, "record was", "records were");
      return atLeast(records, input.facts().lag().unknown() > 0)
          + " deleted before the query read "
          + (lost == 1 ? "it" : "them");
    }
    Duration timeToLoss = input.signals().retention().timeToLoss();
    return "at current rates, retention will start deleting unread records "
        + (timeToLoss == null ? "soon" : "in " + duration(timeToLoss));
  }

  static String positionBeyondEnd(RuleInput input) {
    Integer beyond = input.signals().retention().partitionsBeyondEnd();
    String partitions =
        beyond == null
            ? "some partitions have"
            : counted(beyond, "partition has", "partitions have");
    return partitions
        + " a position that does not belong to the current log"
        + input.facts().lag().partitions().stream()
            .filter(lag -> lag.state() == PartitionStatus.POSITION_BEYOND_END)
            .findFirst()
            .map(AlertMessages::example)
            .orElse("");
  }

  private static String example(PartitionLag lag) {
    return ", for example "
        + lag.partition()
        + (lag.position() == null || lag.end() == null
            ? ""
            : " (position " + count(lag.position()) + ", end offset " + count(lag.end()) + ")");
  }

  static String checkpointReplaced(RuleInput input) {
    String replaced = input.facts().identity().replacedQueryId();
    return "query id "
        + input.facts().identity().queryId()
        + " replaced "
        + (replaced == null ? "an earlier one" : replaced)
        + "; the new checkpoint does not contain the earlier position and state";
  }

  static String checkpointShared(RuleInput input) {
    String other = input.facts().run().otherLiveRunId();
    String checkpoint = input.facts().identity().checkpoint();
    return "run "
        + input.facts().run().runId()
        + " and "
        + (other == null ? "another live run" : "run " + other)
        + " both use the checkpoint"
        + (checkpoint == null ? " of this query" : " " + checkpoint);
  }

  static String lagUnknown(RuleInput input) {
    String reason = input.facts().lag().reason();
    Integer unmeasured = input.signals().lag().unmeasuredPartitions();
    boolean partial = input.facts().lag().records() != null;
    return "lag "
        + (partial && unmeasured != null && unmeasured > 0
            ? "of " + counted(unmeasured, "partition", "partitions") + " "
            : "")
        + "is unknown"
        + (reason == null ? "" : ": " + reason);
  }
}
