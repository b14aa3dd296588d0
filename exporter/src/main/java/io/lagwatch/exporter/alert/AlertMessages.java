package io.lagwatch.exporter.alert;

import static io.lagwatch.exporter.text.Numbers.count;
import static io.lagwatch.exporter.text.Numbers.counted;
import static io.lagwatch.exporter.text.Numbers.percent;
import static io.lagwatch.exporter.text.Numbers.rate;
import static io.lagwatch.exporter.text.Sentences.atLeast;
import static io.lagwatch.exporter.text.Times.duration;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.LastBatch;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.SourceFacts;
import io.lagwatch.exporter.signal.LagGrowthRate;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Why an alert fires, in one sentence with numbers. */
final class AlertMessages {
  private AlertMessages() {}

  static String lagGrowing(RuleInput input) {
    Long records = input.facts().lag().records();
    TimeLag time = input.facts().lag().time();
    var sentence = new StringBuilder("lag");
    boolean partial = input.facts().lag().unknown() > 0;
    sentence.append(' ');
    sentence.append(
        records == null
            ? "unknown by now"
            : atLeast(counted(records, "record", "records"), partial));
    if (time != null) {
      sentence.append(", ");
      sentence.append(atLeast(duration(time.behind()), time.lowerBound())).append(" behind");
    }
    LagGrowthRate trend = input.signals().lag().growth();
    if (trend != null) {
      sentence.append(" and rising for ").append(duration(trend.rising())).append(": ");
      sentence.append(rate(trend.arrivedPerSecond())).append(" rows/s arrive, ");
      sentence.append(
          trend.processedPerSecond() == 0
              ? "none is processed"
              : rate(trend.processedPerSecond()) + " are processed");
    }
    return sentence.toString();
  }

  static String batchNearTrigger(RuleInput input) {
    Double ratio = input.signals().batch().triggerUtilization();
    Duration interval = input.facts().trigger().interval();
    if (ratio == null || interval == null) {
      return "batches take nearly as long as the trigger allows";
    }
    Duration median = Duration.ofMillis((long) (interval.toMillis() * ratio));
    return String.format(
        Locale.ROOT,
        "batches take %s of a %s trigger (%s), the limit is %s",
        duration(median),
        duration(interval),
        percent(ratio),
        percent(input.settings().batch().batchNearTriggerRatio()));
  }

  static String noInput(RuleInput input) {
    Duration age = Objects.requireNonNullElse(input.signals().input().age(), Duration.ZERO);
    String limit = duration(input.settings().input().quietPeriod());
    String which = "the query has had no rows";
    for (SourceFacts source : input.facts().sources()) {
      Duration own = input.signals().input().ageBySource().get(source.index());
      if (input.facts().sources().size() > 1 && age.equals(own)) {
        which = "source " + source.index() + " (" + source.description() + ") has given no rows";
      }
    }
    return which + " for " + duration(age) + ", " + limit + " is normal";
  }

  static String queryFailed(RuleInput input) {
    Report.QueryError error = input.facts().history().lastError();
    String runs =
        input.facts().history().failures() > 1
            ? "failed " + count(input.facts().history().failures()) + " times, lately with "
            : "failed with ";
    if (error == null) {
      return runs + "an unknown exception";
    }
    String type = error.type() == null ? "an exception" : error.type();
    return runs + type + (error.message() == null ? "" : ": " + error.message());
  }

  static String queryLost(RuleInput input) {
    QueryFacts facts = input.facts();
    return "the driver"
        + (facts.identity().app().host() == null ? "" : " on " + facts.identity().app().host())
        + " last reported at "
        + facts.run().lastReportAt().truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
        + " and the query should run";
  }

  static String batchStuck(RuleInput input) {
    LastBatch last = input.facts().progress().lastBatch();
    Duration age = Objects.requireNonNullElse(input.signals().batch().age(), Duration.ZERO);
    return "a batch has been running for "
        + duration(age)
        + (last == null
            ? ", no batch of this run has ended yet"
            : ", the last one took " + duration(last.duration()));
  }

  static String watermarkStalled(RuleInput input) {
    Duration stall =
        Objects.requireNonNullElse(input.signals().watermark().stalledFor(), Duration.ZERO);
    Instant watermark = input.facts().progress().watermark();
    return "rows have been coming for "
        + duration(stall)
        + " and the watermark stands"
        + (watermark == null ? "" : " at " + watermark);
  }

  static String lateRowsDropped(RuleInput input) {
    return percent(Objects.requireNonNullElse(input.signals().watermark().lateRowsRatio(), 0.0))
        + " of the rows of the last 15 min were dropped behind the watermark, "
        + count(input.facts().history().totals().droppedLateRows())
        + " since the query was first seen";
  }

  static String stateGrowing(RuleInput input) {
    Long rows = input.facts().progress().stateRows();
    return "the state has grown by at least "
        + percent(Objects.requireNonNullElse(input.signals().state().growthPerHour(), 0.0))
        + " an hour for three hours"
        + (rows == null ? "" : ", to " + counted(rows, "row", "rows"));
  }

  static String retentionAtRisk(RuleInput input) {
    Long lost = input.signals().retention().recordsLost();
    if (lost != null && lost > 0) {
      return counted(lost, "record was", "records were") + " deleted before the query read them";
    }
    Duration horizon = input.signals().retention().timeToLoss();
    return "the log's start meets the position in "
        + (horizon == null ? "a while" : duration(horizon))
        + " at the present rates: records will be deleted unread";
  }

  static String positionBeyondEnd(RuleInput input) {
    PartitionLag first =
        input.facts().lag().partitions().stream()
            .filter(p -> p.state() == PartitionLag.State.POSITION_BEYOND_END)
            .findFirst()
            .orElse(null);
    int beyond = Objects.requireNonNullElse(input.signals().retention().partitionsBeyondEnd(), 0);
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

  static String checkpointReplaced(RuleInput input) {
    return "query id "
        + input.facts().identity().queryId()
        + " has taken the place of "
        + input.facts().identity().replacedQueryId()
        + ": a new checkpoint, which knows nothing of the old position and state";
  }

  static String checkpointShared(RuleInput input) {
    return "runs "
        + input.facts().run().runId()
        + " and "
        + input.facts().run().otherLiveRunId()
        + " are both alive and use one checkpoint"
        + (input.facts().identity().checkpoint() == null
            ? ""
            : ", " + input.facts().identity().checkpoint());
  }

  static String lagUnknown(RuleInput input) {
    String reason = input.facts().lag().reason();
    if (input.facts().lag().records() == null && reason != null) {
      return "lag cannot be known: " + reason;
    }
    int unknown = Objects.requireNonNullElse(input.signals().lag().unmeasuredPartitions(), 0);
    return "the lag of "
        + counted(unknown, "partition", "partitions")
        + " cannot be known: the broker has not answered for "
        + (unknown == 1 ? "it" : "them");
  }

  private static String number(@Nullable Long number) {
    return number == null ? "an unknown offset" : count(number);
  }
}
