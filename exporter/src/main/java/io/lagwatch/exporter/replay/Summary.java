package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.watch.QueryView;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a replay found out about each query, by Spark's id of it. Not thread-safe. */
final class Summary {
  private final Map<String, QuerySummary> queries = new HashMap<>();
  private Instant from = Instant.MIN;
  private Instant to = Instant.MIN;

  /** The time that counts begins, with the queries as they are then. */
  void begin(Collection<QueryView> known, Instant at) {
    from = at;
    known.forEach(query -> of(query).before(query));
    seen(known, at);
  }

  void seen(Collection<QueryView> views, Instant at) {
    to = at;
    views.forEach(query -> of(query).seen(query, at, from));
  }

  void changed(Transition transition) {
    queries
        .computeIfAbsent(transition.queryId(), id -> new QuerySummary(transition.query()))
        .changed(transition);
  }

  void end() {
    queries.values().forEach(QuerySummary::end);
  }

  /** When the last view was taken: alerts that still fire last until then. */
  Instant to() {
    return to;
  }

  /** Ordered by application and name. */
  List<QuerySummary> queries() {
    return queries.values().stream().sorted(Comparator.comparing(QuerySummary::key)).toList();
  }

  private QuerySummary of(QueryView query) {
    return queries.computeIfAbsent(query.identity().queryId(), id -> new QuerySummary(query.key()));
  }
}
