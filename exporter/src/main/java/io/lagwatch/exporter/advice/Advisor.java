package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.watch.QueryView;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Gives the recommendations for one query, the most urgent first. Stateless. */
public final class Advisor {
  private Advisor() {}

  /** Returns the recommendations; empty if there are none or the values are unknown. */
  public static List<Advice> of(QueryView query, QueryHistory history) {
    return Stream.of(
            RetentionAdvice.of(query),
            HotPartition.of(query),
            CatchUpAdvice.of(query, history.batches()),
            BatchSize.of(query, history.batches()),
            PhaseAdvice.of(query, history.batches()))
        .filter(Objects::nonNull)
        .toList();
  }
}
