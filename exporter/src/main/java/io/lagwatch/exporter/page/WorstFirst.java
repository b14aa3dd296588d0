package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which a person wants to see queries: what fires, critical before warning; then what
 * is not as it should be; then whose lag is unknown; then by lag in time and in records.
 */
final class WorstFirst {
  private static final List<QueryState> STATES =
      List.of(
          QueryState.FAILED,
          QueryState.LOST,
          QueryState.STUCK,
          QueryState.RUNNING,
          QueryState.IDLE,
          QueryState.STOPPED);

  static final Comparator<QueryView> ORDER =
      Comparator.comparingInt(WorstFirst::worstAlarm)
          .thenComparingInt(query -> STATES.indexOf(query.facts().run().state()))
          .thenComparing(query -> query.facts().lag().records() != null)
          .thenComparing(WorstFirst::behind, Comparator.reverseOrder())
          .thenComparing(WorstFirst::records, Comparator.reverseOrder())
          .thenComparing(query -> query.facts().identity().key());

  private WorstFirst() {}

  private static int worstAlarm(QueryView query) {
    return query.alerts().stream().mapToInt(WorstFirst::alarm).min().orElse(3);
  }

  private static int alarm(AlertStatus alert) {
    return switch (alert.state()) {
      case FIRING -> alert.severity().equals("critical") ? 0 : 1;
      case PENDING -> 2;
      case INACTIVE -> 3;
    };
  }

  private static Duration behind(QueryView query) {
    var time = query.facts().lag().time();
    return time == null ? Duration.ZERO : time.behind();
  }

  private static long records(QueryView query) {
    var records = query.facts().lag().records();
    return records == null ? 0 : records;
  }
}
