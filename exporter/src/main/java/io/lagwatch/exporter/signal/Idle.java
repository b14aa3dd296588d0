package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether a query idles. */
final class Idle {
  private static final Duration FRESH = Duration.ofMinutes(1);

  private Idle() {}

  /**
   * Whether the query idles now. An idle query says so about every ten seconds, at a trigger; one
   * that has gone silent after it idled may hang in the batch that it began then.
   */
  static boolean now(QueryFacts facts, @Nullable Duration interval, Instant now) {
    Duration fresh = interval == null ? FRESH : FRESH.plus(interval).plus(interval);
    return facts.state() == QueryState.IDLE && facts.lastEventAt().plus(fresh).isAfter(now);
  }
}
