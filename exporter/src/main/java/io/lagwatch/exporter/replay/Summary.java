package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.query.QueryKey;
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
  private final boolean withCharts;
  private Instant from = Instant.MIN;
  private Instant firstSeen = Instant.MIN;
  private Instant to = Instant.MIN;

  /**
   * @param withCharts whether to keep the values over time
   */
  Summary(boolean withCharts) {
    this.withCharts = withCharts;
  }

  /** The time that counts begins, with the queries as they are then. */
  void begin(Collection<QueryView> known, Instant at) {
    from = at;
    known.forEach(query -> of(query).before(query));
    seen(known, at);
  }

  void seen(Collection<QueryView> views, Instant at) {
    firstSeen = to.equals(Instant.MIN) ? at : firstSeen;
    to = at;
    views.forEach(query -> of(query).seen(query, at, from));
  }

  void changed(Transition transition) {
    of(transition.queryId(), transition.query()).changed(transition);
  }

  void end() {
    queries.values().forEach(QuerySummary::end);
  }

  /** When the first view was taken. */
  Instant firstSeen() {
    return firstSeen;
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
    return of(query.identity().queryId(), query.key());
  }

  private QuerySummary of(String queryId, QueryKey key) {
    return queries.computeIfAbsent(
        queryId, id -> new QuerySummary(key, withCharts ? new ChartSeries() : null));
  }
}
