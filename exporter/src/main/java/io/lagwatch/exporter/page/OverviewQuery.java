package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.FailedQuery;
import io.lagwatch.exporter.watch.MissingQuery;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of one query that the overview filters and sorts by. A query that cannot be evaluated
 * has a fault instead of values, and does not affect other queries.
 *
 * @param view null when the query could not be evaluated
 * @param fault why it could not be evaluated; null when it was
 * @param firing alerts that fire, critical ones first
 * @param isSuspicious whether an alert is pending or the state is a bad one
 * @param isLagIncomplete whether the query reads Kafka and some of its lag is unknown
 */
record OverviewQuery(
    QueryKey key,
    @Nullable QueryView view,
    @Nullable String fault,
    List<AlertStatus> firing,
    boolean isSuspicious,
    boolean isLagIncomplete,
    SortKey order) {

  /**
   * The values that the overview sorts by.
   *
   * @param alarm 0 for a critical alert that fires, 1 for a warning, 2 for a pending alert, else 3
   * @param state the worst first
   * @param column the value of the chosen column; 0 if none is chosen
   */
  record SortKey(
      int alarm, int state, boolean isLagKnown, Duration behind, long records, double column) {}

  private static final List<QueryState> WORST_FIRST =
      List.of(
          QueryState.FAILED,
          QueryState.LOST,
          QueryState.STUCK,
          QueryState.RUNNING,
          QueryState.IDLE,
          QueryState.STOPPED);

  static OverviewQuery of(
      QueryView query, @Nullable OverviewColumn column, RenderingFailures failures) {
    QueryKey key = query.key();
    try {
      var firing = AlertOrder.firing(query);
      return new OverviewQuery(
          key,
          query,
          null,
          firing,
          isSuspicious(query),
          query.lag().isIncomplete(),
          sortKey(query, firing, column));
    } catch (RuntimeException | StackOverflowError e) {
      return of(failures.failed(query, e));
    }
  }

  /** A query that could not be evaluated. Its alerts stay as they were. */
  static OverviewQuery of(FailedQuery query) {
    return failed(query.key(), query.failure().text(), AlertOrder.firing(query.alerts()));
  }

  /** A required query that has never reported. */
  static OverviewQuery of(MissingQuery query) {
    var firing = AlertOrder.firing(List.of(query.alert()));
    int alarm = firing.isEmpty() ? 3 : 0;
    var order = new SortKey(alarm, -1, false, Duration.ZERO, 0, Double.POSITIVE_INFINITY);
    return new OverviewQuery(
        query.key(), null, MissingQuery.REASON, firing, !firing.isEmpty(), false, order);
  }

  private static OverviewQuery failed(QueryKey key, String fault, List<AlertStatus> firing) {
    int alarm = firing.isEmpty() ? 3 : AlertOrder.isCritical(firing.get(0)) ? 0 : 1;
    var order = new SortKey(alarm, -1, false, Duration.ZERO, 0, Double.POSITIVE_INFINITY);
    return new OverviewQuery(key, null, fault, firing, true, true, order);
  }

  private static boolean isSuspicious(QueryView query) {
    return switch (query.run().state()) {
      // A state is known immediately, an alert only at the next evaluation.
      case STUCK, FAILED, LOST -> true;
      case RUNNING, IDLE, STOPPED -> !query.alertStates().pending().isEmpty();
    };
  }

  private static SortKey sortKey(
      QueryView query, List<AlertStatus> firing, @Nullable OverviewColumn column) {
    var lag = query.lag();
    var time = lag.time();
    int pending = query.alertStates().pending().isEmpty() ? 3 : 2;
    return new SortKey(
        firing.isEmpty() ? pending : AlertOrder.isCritical(firing.get(0)) ? 0 : 1,
        WORST_FIRST.indexOf(query.run().state()),
        lag.records() != null,
        time == null ? Duration.ZERO : time.duration(),
        Objects.requireNonNullElse(lag.records(), 0L),
        column == null ? 0 : column.sortValue(query));
  }
}
