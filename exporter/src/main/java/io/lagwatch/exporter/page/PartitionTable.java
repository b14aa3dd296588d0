package io.lagwatch.exporter.page;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.text.Sentences;
import java.util.Comparator;
import java.util.List;

/** Every partition that the query reads, worst first. */
final class PartitionTable {
  private static final int SHOWN = 100;
  private static final int MOST = 5000;

  private static final Comparator<PartitionLag> WORST_FIRST =
      Comparator.comparingInt(PartitionTable::rank)
          .thenComparing(PartitionTable::timesBehind, Comparator.reverseOrder())
          .thenComparing(PartitionTable::records, Comparator.reverseOrder())
          .thenComparing(PartitionTable::millis, Comparator.reverseOrder())
          .thenComparing(PartitionLag::source)
          .thenComparing(PartitionLag::partition);

  private final Html html;
  private final List<PartitionLag> partitions;

  PartitionTable(Html html, QueryFacts facts) {
    this.html = html;
    this.partitions = facts.lag().partitions().stream().sorted(WORST_FIRST).toList();
  }

  void write(boolean all) {
    html.open("section", "aria-labelledby", "partitions");
    html.open("h2", "id", "partitions").text("Partitions ");
    html.element("span", "worst first", "class", "unit").close();
    if (partitions.isEmpty()) {
      html.element("p", "None is known: the query has told no Kafka position.", "class", "summary");
      html.close();
      return;
    }
    html.open("div", "class", "scroll").open("table", "class", "partitions");
    html.element("caption", "Partitions, worst first", "class", "unseen");
    Tables.head(
        html,
        List.of("Partition", "State", "Lag, records", "Time behind", "Position", "End", "Headroom"),
        5);
    long most = partitions.stream().mapToLong(PartitionTable::records).max().orElse(0);
    int shown = Math.min(partitions.size(), all ? MOST : SHOWN);
    partitions.subList(0, shown).forEach(partition -> row(partition, most));
    html.close().close().close();
    if (shown < partitions.size()) {
      html.open("p", "class", "summary");
      html.text("The worst " + shown + " of " + Numbers.count(partitions.size()) + ". ");
      html.element("a", "Show all", "href", "?partitions=all", "data-view", "partitions").close();
    }
    html.close();
  }

  private void row(PartitionLag one, long most) {
    var key = one.source() + " " + one.partition();
    html.open("tr", "data-key", key);
    html.element("th", one.partition().toString(), "scope", "row");
    html.element("td", state(one), "class", rank(one) < 2 ? "unknown" : "");
    html.open("td", "class", "number");
    if (one.records() == null) {
      html.element("span", "unknown", "class", "unknown");
    } else {
      html.text(Numbers.count(one.records()));
      Bar.draw(html, most == 0 ? 0 : (double) one.records() / most);
    }
    html.close();
    var time = one.time();
    Tables.text(
        html,
        time == null
            ? Tables.NONE
            : Sentences.atLeastSign(Times.duration(time.behind()), time.lowerBound()));
    Tables.number(html, one.position());
    Tables.number(html, one.end());
    Long headroom = one.headroom();
    if (headroom != null && headroom < 0) {
      html.element("td", Numbers.count(-headroom) + " lost", "class", "number bad");
    } else {
      Tables.number(html, headroom);
    }
    html.close();
  }

  private static String state(PartitionLag one) {
    return switch (one.state()) {
      case MEASURED -> "measured";
      case NOT_PICKED_UP -> "not picked up yet, counts from its start";
      case POSITION_BEYOND_END -> "position beyond the end: made again or truncated";
      case UNKNOWN -> "unknown: its end could not be had";
    };
  }

  private static int rank(PartitionLag one) {
    return switch (one.state()) {
      case POSITION_BEYOND_END -> 0;
      case UNKNOWN -> 1;
      case MEASURED, NOT_PICKED_UP -> 2;
    };
  }

  /** How often a second doubles to the time behind: what is about as old is sorted by records. */
  private static int timesBehind(PartitionLag one) {
    return Long.SIZE - Long.numberOfLeadingZeros(millis(one) / 1000);
  }

  private static long millis(PartitionLag one) {
    return one.time() == null ? 0 : one.time().behind().toMillis();
  }

  private static long records(PartitionLag one) {
    return one.records() == null ? 0 : one.records();
  }
}
