package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.ClusterPoll;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whole reports, and all queries at once, for tests of the registry. */
final class Registries {
  /** No test reaches it unless it has limits of its own. */
  static final Capacity CAPACITY = Capacity.forHeap(QueryRegistry.MAX_QUERIES, 256L << 20);

  private Registries() {}

  static Decoded.@Nullable Refused accept(QueryRegistry registry, Report report, Instant at) {
    QueryRegistry.Admitted admitted = registry.admit(report, at, Set::of);
    admitted.queries().forEach(query -> registry.store(report, query, at));
    if (admitted.mustEvict()) {
      registry.evictExcess(report, at, Set.of());
    }
    return admitted.refusal();
  }

  static List<QueryFacts> facts(QueryRegistry registry, Instant now) {
    return registry.ids().stream()
        .map(id -> Objects.requireNonNull(registry.facts(id, BrokerOffsets.NONE, now)))
        .sorted(Comparator.comparing(facts -> facts.identity().key()))
        .toList();
  }

  static boolean polled(QueryRegistry registry, ClusterPoll poll, Instant began) {
    boolean beyondEnd = false;
    for (String id : registry.ids()) {
      beyondEnd |= registry.polled(id, poll, began);
    }
    return beyondEnd;
  }

  static void copy(QueryRegistry from, QueryRegistry to) {
    from.ids().forEach(id -> to.restore(Objects.requireNonNull(from.saved(id, TestReport.T0))));
  }
}
