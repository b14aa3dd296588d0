package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterOffsets;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.ClusterRouting;
import io.lagwatch.exporter.lag.NoBrokerOffsets;
import io.lagwatch.exporter.lag.RoutedOffsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Applies whole reports, and returns all queries together, for tests of the registry. */
final class Registries {
  /** Large enough for every test without limits of its own. */
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
        .map(id -> Objects.requireNonNull(registry.facts(id, NoBrokerOffsets.NONE, now)))
        .sorted(Comparator.comparing(facts -> facts.identity().key()))
        .toList();
  }

  static boolean polled(QueryRegistry registry, ClusterPoll poll, Instant began) {
    boolean beyondEnd = false;
    for (String id : registry.ids()) {
      beyondEnd |= registry.polled(id, poll, began, routes(registry, id, poll));
    }
    return beyondEnd;
  }

  /** The cluster of the poll is the only one that is known. */
  static RoutedOffsets routes(QueryRegistry registry, String id, ClusterPoll poll) {
    var offsets = new ClusterOffsets(poll.cluster(), () -> Duration.ofSeconds(15));
    return new ClusterRouting(
            List.of(
                new ClusterRouting.KnownCluster(
                    offsets, topic -> true, Set.of(), Set.of(), null, true, true, null)),
            host -> true)
        .route(registry.positions(id), source -> null);
  }

  /** Removes expired queries, as at the end of an evaluation, with a retention of a day. */
  static void expire(QueryRegistry registry, Instant now) {
    registry.ids().forEach(id -> registry.reassignLabels(id, now));
    registry.ids().forEach(id -> registry.expire(id, Duration.ofHours(24), now));
  }

  static void copy(QueryRegistry from, QueryRegistry to) {
    from.ids().forEach(id -> to.restore(Objects.requireNonNull(from.saved(id, TestReport.T0))));
  }
}
