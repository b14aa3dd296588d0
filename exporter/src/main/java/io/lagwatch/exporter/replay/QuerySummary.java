package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a replay found out about one query, from every view of it. Not thread-safe. */
final class QuerySummary {
  private static final Duration SHORTEST_IDLE = Duration.ofMinutes(1);
  private static final Duration SHORTEST_SILENCE = Duration.ofMinutes(1);

  final WorstLag lag = new WorstLag();
  final LongestBatch longestBatch = new LongestBatch();
  final RunChanges runs = new RunChanges();
  final @Nullable ChartSeries series;
  final Spans idle = new Spans(SHORTEST_IDLE);
  final Spans silent = new Spans(SHORTEST_SILENCE);

  private final Set<QueryKey> earlierKeys = new LinkedHashSet<>();
  private final List<AlertEpisode> alerts = new ArrayList<>();
  private QueryKey key;
  private long batchesBefore;
  private long rowsBefore;
  private long batches;
  private long rows;

  /**
   * @param series takes the values for charts; null without charts
   */
  QuerySummary(QueryKey key, @Nullable ChartSeries series) {
    this.key = key;
    this.series = series;
  }

  /** The query as it is before the time that counts. */
  void before(QueryView query) {
    batchesBefore = query.run().counters().batches();
    rowsBefore = query.run().counters().inputRows();
    runs.before(query);
  }

  /**
   * Takes the query as it is at {@code at}.
   *
   * @param from where the time that counts begins
   */
  void seen(QueryView query, Instant at, Instant from) {
    if (!key.equals(query.key())) {
      earlierKeys.add(key);
      key = query.key();
      earlierKeys.remove(key);
    }
    batches = query.run().counters().batches();
    rows = query.run().counters().inputRows();
    lag.seen(query.lag(), at);
    longestBatch.seen(query.batch(), from);
    runs.seen(query, at);
    if (series != null) {
      series.seen(query, at);
    }
    QueryState state = query.run().state();
    idle.seen(state == QueryState.IDLE ? "" : null, at);
    silent.seen(state == QueryState.LOST ? "" : null, at);
  }

  void changed(Transition transition) {
    if (transition.fires()) {
      alerts.add(
          new AlertEpisode(
              transition.alert(),
              transition.severity(),
              transition.since(),
              null,
              transition.sentence()));
    } else {
      alerts.replaceAll(
          episode ->
              episode.until() == null && episode.alert().equals(transition.alert())
                  ? episode.endedAt(transition.at())
                  : episode);
    }
  }

  void end() {
    lag.unknown.end();
    idle.end();
    silent.end();
  }

  /** The labels that it had last. */
  QueryKey key() {
    return key;
  }

  /** Labels that it had before, for example those of another application with its checkpoint. */
  Set<QueryKey> earlierKeys() {
    return Set.copyOf(earlierKeys);
  }

  long batches() {
    return batches - batchesBefore;
  }

  long rows() {
    return rows - rowsBefore;
  }

  /** In the order in which they began. */
  List<AlertEpisode> alerts() {
    return List.copyOf(alerts);
  }
}
