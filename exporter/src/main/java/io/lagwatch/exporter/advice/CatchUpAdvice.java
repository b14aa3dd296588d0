package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.history.BatchPoint;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** States the time in which a query catches up, or that its rate limit prevents it. */
final class CatchUpAdvice {
  /** A longer estimate is not shown: the lag falls too slowly. */
  private static final Duration MAX_SHOWN = Duration.ofDays(2);

  /** The batches of a run must cover this time; before that, the rates are unknown. */
  private static final Duration OBSERVED = Duration.ofMinutes(15);

  private CatchUpAdvice() {}

  static @Nullable Advice of(QueryView query, List<BatchPoint> batches) {
    var left = query.lag().outlook().catchUp();
    Long records = query.lag().records();
    if (records == null) {
      return null;
    }
    if (left != null && left.compareTo(MAX_SHOWN) <= 0) {
      return new Advice(
          "Catching up",
          "At the rates of the last minutes, the lag of "
              + waiting(query, records)
              + " will be 0 in "
              + (query.lag().recordsAtLeast() ? "at least " : "about ")
              + Times.duration(left)
              + ".");
    }
    Long backlog = query.lag().measurement().rateLimitedBacklog();
    return backlog != null && backlog > 0 && isBehind(query) && isObserved(batches)
        ? new Advice("Not catching up", notCatchingUp(query, records, backlog))
        : null;
  }

  private static String notCatchingUp(QueryView query, long records, long backlog) {
    return Sentences.capitalized(waiting(query, records))
        + " wait to be read, and the lag falls slowly or not at all. The rate limit excluded "
        + Numbers.counted(backlog, "record", "records")
        + " when the last batch was planned. If batches end long before the next trigger, increase"
        + " the limit, for example maxOffsetsPerTrigger. Otherwise add cores, or reduce the work"
        + " per record.";
  }

  private static String waiting(QueryView query, long records) {
    return Sentences.atLeast(
        Numbers.counted(records, "record", "records"), query.lag().recordsAtLeast());
  }

  /** True if the query runs and its lag is longer than one trigger interval explains. */
  private static boolean isBehind(QueryView query) {
    var time = query.lag().time();
    return query.run().state() == QueryState.RUNNING
        && time != null
        && time.duration().compareTo(query.lag().outlook().explained()) > 0;
  }

  private static boolean isObserved(List<BatchPoint> batches) {
    if (batches.isEmpty()) {
      return false;
    }
    BatchPoint last = batches.get(batches.size() - 1);
    return batches.stream()
        .filter(batch -> batch.runId().equals(last.runId()))
        .anyMatch(batch -> !batch.endedAt().plus(OBSERVED).isAfter(last.endedAt()));
  }
}
