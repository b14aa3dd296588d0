package io.lagwatch.exporter.alert;

import static io.lagwatch.exporter.alert.Numbers.count;
import static io.lagwatch.exporter.alert.Numbers.counted;
import static io.lagwatch.exporter.alert.Numbers.duration;
import static io.lagwatch.exporter.alert.Numbers.percent;

import io.lagwatch.exporter.alert.Rule.Subject;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.signal.LagGrowthRate;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Why an alert fires, in one sentence with numbers. */
final class AlertMessages {
  private AlertMessages() {}

  static String lagGrowing(Subject subject) {
    Long records = subject.facts().lag().records();
    TimeLag time = subject.facts().lag().time();
    var sentence = new StringBuilder("lag");
    sentence.append(
        records == null ? " unknown by now" : " " + counted(records, "record", "records"));
    if (time != null) {
      sentence.append(time.lowerBound() ? ", at least " : ", ");
      sentence.append(duration(time.behind())).append(" behind");
    }
    LagGrowthRate trend = subject.signals().lagTrend();
    if (trend != null) {
      sentence.append(" and rising for ").append(duration(trend.rising())).append(": ");
      sentence.append(count(trend.arrivedPerSecond())).append(" rows/s arrive, ");
      sentence.append(
          trend.processedPerSecond() == 0
              ? "none is processed"
              : count(trend.processedPerSecond()) + " are processed");
    }
    return sentence.toString();
  }

  static String batchNearTrigger(Subject subject) {
    Double ratio = subject.signals().triggerUtilization();
    Duration interval = subject.facts().triggerInterval();
    interval = interval == null ? subject.settings().triggerInterval() : interval;
    if (ratio == null || interval == null) {
      return "batches take nearly as long as the trigger allows";
    }
    Duration median = Duration.ofMillis((long) (interval.toMillis() * ratio));
    return String.format(
        "batches take %s of a %s trigger (%s), the limit is %s",
        duration(median),
        duration(interval),
        percent(ratio),
        percent(subject.settings().batchNearTriggerRatio()));
  }

  static String noInput(Subject subject) {
    Duration age = Objects.requireNonNullElse(subject.signals().inputAge(), Duration.ZERO);
    String limit = duration(subject.settings().quietPeriod());
    String which = "the query has had no rows";
    for (QueryFacts.SourceFacts source : subject.facts().sources()) {
      Duration own = subject.signals().inputAges().get(source.index());
      if (subject.facts().sources().size() > 1 && age.equals(own)) {
        which = "source " + source.index() + " (" + source.description() + ") has given no rows";
      }
    }
    return which + " for " + duration(age) + ", " + limit + " is normal";
  }

  static String queryFailed(Subject subject) {
    Report.QueryError error = subject.facts().lastError();
    String runs =
        subject.facts().failures() > 1
            ? "failed " + count(subject.facts().failures()) + " times, lately with "
            : "failed with ";
    if (error == null) {
      return runs + "an unknown exception";
    }
    String type = error.type() == null ? "an exception" : error.type();
    return runs + type + (error.message() == null ? "" : ": " + error.message());
  }

  static String queryLost(Subject subject) {
    QueryFacts facts = subject.facts();
    return "the driver"
        + (facts.app().host() == null ? "" : " on " + facts.app().host())
        + " last reported at "
        + facts.lastReportAt().truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
        + " and the query should run";
  }

  static String batchStuck(Subject subject) {
    QueryFacts.LastBatch last = subject.facts().lastBatch();
    Duration age = Objects.requireNonNullElse(subject.signals().batchAge(), Duration.ZERO);
    return "a batch has been running for "
        + duration(age)
        + (last == null
            ? ", no batch of this run has ended yet"
            : ", the last one took " + duration(last.duration()));
  }

  static String watermarkStalled(Subject subject) {
    Duration stall = Objects.requireNonNullElse(subject.signals().watermarkStall(), Duration.ZERO);
    Progress progress = subject.facts().lastProgress();
    return "rows have been coming for "
        + duration(stall)
        + " and the watermark stands"
        + (progress == null || progress.watermark() == null ? "" : " at " + progress.watermark());
  }

  static String lateRowsDropped(Subject subject) {
    return percent(Objects.requireNonNullElse(subject.signals().lateRowsRatio(), 0.0))
        + " of the rows of the last 15 min were dropped behind the watermark, "
        + count(subject.facts().totals().droppedLateRows())
        + " since the query was first seen";
  }

  static String stateGrowing(Subject subject) {
    Progress progress = subject.facts().lastProgress();
    Long rows = progress == null ? null : progress.stateRows();
    return "the state has grown by at least "
        + percent(Objects.requireNonNullElse(subject.signals().stateGrowth(), 0.0))
        + " an hour for three hours"
        + (rows == null ? "" : ", to " + counted(rows, "row", "rows"));
  }

  static String retentionAtRisk(Subject subject) {
    Long lost = subject.signals().recordsLost();
    if (lost != null && lost > 0) {
      return counted(lost, "record was", "records were") + " deleted before the query read them";
    }
    Duration horizon = subject.signals().retentionHorizon();
    return "the log's start meets the position in "
        + (horizon == null ? "a while" : duration(horizon))
        + " at the present rates: records will be deleted unread";
  }

  static String positionBeyondEnd(Subject subject) {
    PartitionLag first =
        subject.facts().lag().partitions().stream()
            .filter(p -> p.state() == PartitionLag.State.POSITION_BEYOND_END)
            .findFirst()
            .orElse(null);
    int beyond = Objects.requireNonNullElse(subject.signals().partitionsBeyondEnd(), 0);
    return counted(beyond, "position lies", "positions lie")
        + " beyond the end of the log"
        + (first == null
            ? ""
            : ", as "
                + first.partition()
                + " at "
                + number(first.position())
                + " with its end at "
                + number(first.end()));
  }

  static String checkpointReplaced(Subject subject) {
    return "query id "
        + subject.facts().queryId()
        + " has taken the place of "
        + subject.facts().replacedQueryId()
        + ": a new checkpoint, which knows nothing of the old position and state";
  }

  static String checkpointShared(Subject subject) {
    return "runs "
        + subject.facts().runId()
        + " and "
        + subject.facts().otherLiveRun()
        + " are both alive and use one checkpoint"
        + (subject.facts().checkpoint() == null ? "" : ", " + subject.facts().checkpoint());
  }

  static String lagUnknown(Subject subject) {
    String reason = subject.facts().lag().reason();
    if (reason != null) {
      return "lag cannot be known: " + reason;
    }
    int unknown = Objects.requireNonNullElse(subject.signals().partitionsUnknown(), 0);
    return "the lag of "
        + counted(unknown, "partition", "partitions")
        + " cannot be known: the broker has not answered for "
        + (unknown == 1 ? "it" : "them");
  }

  private static String number(@Nullable Long number) {
    return number == null ? "an unknown offset" : count(number);
  }
}
