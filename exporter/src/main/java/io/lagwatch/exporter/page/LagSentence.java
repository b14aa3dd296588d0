package io.lagwatch.exporter.page;

import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How far a query is behind, in sentences: what is known, what is not, and why. */
final class LagSentence {
  private LagSentence() {}

  static String of(QueryFacts facts, Snapshot snapshot) {
    QueryLag lag = facts.lag();
    Long records = lag.records();
    if (records == null) {
      return unknown(facts, snapshot);
    }
    var sentence = new StringBuilder();
    if (records == 0) {
      sentence.append("Nothing waits: everything that is known to be there has been read.");
    } else {
      sentence.append(
          Sentences.capitalized(
              Sentences.atLeast(
                  Numbers.counted(records, "record waits", "records wait"), lag.unknown() > 0)));
      sentence.append(" to be read");
      TimeLag time = lag.time();
      if (time != null) {
        sentence
            .append(", the oldest for ")
            .append(Sentences.atLeast(Times.duration(time.behind()), time.lowerBound()));
      }
      sentence.append('.');
    }
    if (lag.unknown() > 0) {
      sentence.append(
          String.format(
              " Of %s of its %s partitions the end is unknown: they are in no sum.",
              Numbers.count(lag.unknown()), Numbers.count(lag.partitions().size())));
      sentence.append(silent(snapshot));
    }
    if (lag.basis() == QueryLag.Basis.SPARK) {
      sentence.append(
          " This is Spark's own count at the last batch: no Kafka cluster of the exporter is asked"
              + " for these topics, so it stands still until a batch ends.");
    }
    return sentence.toString();
  }

  /** Why the lag is not known, for a cell of a table. */
  static @Nullable String reason(QueryLag lag) {
    return lag.records() != null ? null : lag.reason() == null ? "no end is known" : lag.reason();
  }

  private static String unknown(QueryFacts facts, Snapshot snapshot) {
    return "How far it is behind is unknown, which is not 0: "
        + reason(facts.lag())
        + "."
        + silent(snapshot)
        + (facts.trigger().tellsPosition()
                && facts.lag().partitions().isEmpty()
                && facts.progress().lastBatch() == null
            ? " It will be known once a batch has ended."
            : "");
  }

  private static String silent(Snapshot snapshot) {
    return snapshot.clusters().stream()
        .filter(cluster -> Boolean.FALSE.equals(cluster.up()))
        .map(
            cluster ->
                " Kafka "
                    + cluster.name()
                    + " does not answer"
                    + (cluster.lastPollAt() == null
                        ? ", and never has."
                        : ", the last time it did was "
                            + Times.duration(Duration.between(cluster.lastPollAt(), snapshot.at()))
                            + " ago."))
        .collect(Collectors.joining());
  }
}
