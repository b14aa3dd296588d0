package io.lagwatch.exporter.page;

import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.LagView;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.Locale;
import java.util.stream.Collectors;

/** The lag of a query in sentences: the known part, the unknown part, and the reason. */
final class LagSentence {
  private LagSentence() {}

  static String of(QueryView query, Snapshot snapshot) {
    var lag = query.lag();
    Long records = lag.records();
    if (records == null) {
      return unknown(query, snapshot);
    }
    return known(lag, records)
        + (lag.recordsAtLeast() ? partial(lag) + silent(snapshot) : "")
        + (lag.basis() == QueryLag.Basis.SPARK
            ? " Spark reported this lag for the last batch. No configured Kafka cluster has these"
                + " topics, so the lag changes only when a batch ends."
            : "");
  }

  private static String known(LagView lag, long records) {
    if (records == 0) {
      return "No lag: all known records have been read.";
    }
    var time = lag.time();
    var waiting = Numbers.counted(records, "record waits", "records wait");
    return Sentences.capitalized(Sentences.atLeast(waiting, lag.recordsAtLeast()))
        + " to be read"
        + (time == null
            ? ""
            : ", the oldest for "
                + Sentences.atLeast(Times.duration(time.duration()), time.lowerBound()))
        + ".";
  }

  private static String partial(LagView lag) {
    return String.format(
        Locale.ROOT,
        " %s of %s are not included: %s.",
        Numbers.count(lag.partitionsUnknown()),
        Numbers.counted(lag.partitionCount(), "partition", "partitions"),
        lag.reason());
  }

  private static String unknown(QueryView query, Snapshot snapshot) {
    boolean noBatchYet =
        query.trigger().reportsPosition()
            && query.lag().partitions().isEmpty()
            && query.batch().last() == null;
    return "Lag is unknown: "
        + query.lag().reason()
        + "."
        + silent(snapshot)
        + (noBatchYet ? " It will be known when a batch has completed." : "");
  }

  private static String silent(Snapshot snapshot) {
    return ClusterLine.of(snapshot).stream()
        .filter(ClusterLine::isDown)
        .map(
            cluster ->
                " Kafka " + cluster.name() + " does not answer. " + cluster.lastAnswer() + ".")
        .collect(Collectors.joining());
  }
}
