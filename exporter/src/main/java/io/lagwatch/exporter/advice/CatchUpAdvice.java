package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long a query that catches up will take for it. */
final class CatchUpAdvice {
  /** A lag that shrinks as slowly as that may as well stand still. */
  private static final Duration WORTH_SAYING = Duration.ofDays(2);

  private CatchUpAdvice() {}

  static @Nullable Advice of(QueryView query) {
    var left = query.lag().outlook().catchUp();
    Long records = query.lag().records();
    return left == null || records == null || left.compareTo(WORTH_SAYING) > 0
        ? null
        : new Advice(
            "Catching up",
            "At the speed of the last minutes "
                + Sentences.atLeast(
                    Numbers.counted(records, "record", "records"), query.lag().recordsAtLeast())
                + " are read in about "
                + Times.duration(left)
                + ", besides what arrives meanwhile.");
  }
}
