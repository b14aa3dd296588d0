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

/** How long a query that is behind takes to catch up, or that its rate limit keeps it behind. */
final class CatchUpAdvice {
  /** A lag that shrinks more slowly than this hardly shrinks. */
  private static final Duration WORTH_SAYING = Duration.ofDays(2);

  /** For this long the batches of a run must have been seen; before, the speed is unknown. */
  private static final Duration OBSERVED = Duration.ofMinutes(15);

  private CatchUpAdvice() {}

  static @Nullable Advice of(QueryView query, List<BatchPoint> batches) {
    var left = query.lag().outlook().catchUp();
    Long records = query.lag().records();
    if (records == null) {
      return null;
    }
    if (left != null && left.compareTo(WORTH_SAYING) <= 0) {
      return new Advice(
          "Catching up",
          "At the speed of the last minutes "
              + waiting(query, records)
              + " are read in "
              + (query.lag().recordsAtLeast() ? "at least " : "about ")
              + Times.duration(left)
              + ", besides what arrives meanwhile.");
    }
    Long backlog = query.lag().measurement().rateLimitedBacklog();
    return backlog != null && backlog > 0 && isBehind(query) && isObserved(batches)
        ? new Advice("Not catching up", standsStill(query, records, backlog))
        : null;
  }

  private static String standsStill(QueryView query, long records, long backlog) {
    return Sentences.capitalized(waiting(query, records))
        + " wait to be read, and the lag does not fall or hardly falls. The rate limit left "
        + Numbers.counted(backlog, "record", "records")
        + " behind when the last batch was planned. Increase the limit, for example"
        + " maxOffsetsPerTrigger, if the batches have time left in the trigger interval."
        + " Otherwise the query needs more cores or less work per record.";
  }

  private static String waiting(QueryView query, long records) {
    return Sentences.atLeast(
        Numbers.counted(records, "record", "records"), query.lag().recordsAtLeast());
  }

  /** Further behind than one trigger interval explains, in a query that runs. */
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
