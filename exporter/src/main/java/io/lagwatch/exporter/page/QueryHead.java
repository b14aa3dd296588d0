package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The state of a query, in a sentence and in numbers. Immutable.
 *
 * @param said text that a screen reader announces when it changes: only important, rare changes
 * @param identity where the query runs and how its batches are started
 */
record QueryHead(
    QueryKey key,
    Links links,
    String said,
    StateIcon icon,
    String sentence,
    String identity,
    Instant at,
    List<KeyNumber> numbers) {

  static QueryHead of(QueryView query, Snapshot snapshot, Links links) {
    return new QueryHead(
        query.key(),
        links,
        said(query),
        StateIcon.of(query.run().state()),
        LagSentence.of(query, snapshot) + stateSentence(query, snapshot),
        identity(query, snapshot),
        snapshot.at(),
        KeyNumbers.of(query));
  }

  String appHref() {
    return links.overview() + "?app=" + Links.encoded(key.app());
  }

  /** The time of the snapshot, as text. */
  String asOf() {
    return Times.utc(at);
  }

  private static String said(QueryView query) {
    var firing =
        AlertOrder.firing(query).stream().map(AlertStatus::alert).collect(Collectors.joining(", "));
    return query.run().state().label()
        + (firing.isEmpty() ? ", no alert fires" : ", firing: " + firing);
  }

  private static String stateSentence(QueryView query, Snapshot snapshot) {
    Duration running = query.batch().runningFor();
    return switch (query.run().state()) {
      case LOST ->
          " The driver has sent no report for "
              + Times.duration(snapshot.age(query.run().lastReportAt()))
              + ", so the state of the query is unknown."
              + (query.lag().basis() == QueryLag.Basis.BROKER ? " Lag is still measured." : "");
      case STUCK ->
          running == null ? "" : " One batch has been running for " + Times.duration(running) + ".";
      case FAILED -> " The query failed with an exception, see Runs and failures.";
      case STOPPED -> " The query was stopped or has finished.";
      case RUNNING, IDLE -> "";
    };
  }

  private static String identity(QueryView query, Snapshot snapshot) {
    var app = query.identity().application();
    return "Spark "
        + (app.sparkVersion() == null ? "of unknown version" : app.sparkVersion())
        + (app.host() == null ? "" : " on " + app.host())
        + ", "
        + trigger(query)
        + ", run started "
        + Times.duration(snapshot.age(query.run().startedAt()))
        + " ago, last report "
        + Times.duration(snapshot.age(query.run().lastReportAt()))
        + " ago.";
  }

  private static String trigger(QueryView query) {
    var trigger = query.trigger();
    if (trigger.interval() != null) {
      return "a batch every " + Times.duration(trigger.interval());
    }
    if (trigger.type() == null) {
      return "trigger unknown";
    }
    return switch (trigger.type()) {
      case "ProcessingTime" -> "a batch as soon as the last one has ended";
      case "Continuous" -> "continuous processing, which reports no progress";
      case "RealTime" -> "real-time mode";
      default -> "trigger " + trigger.type();
    };
  }
}
