package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.watch.QueryView;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** All that the numbers of one query advise, the most urgent first. */
public final class Advisor {
  private Advisor() {}

  /** Empty where the numbers do not tell. */
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
