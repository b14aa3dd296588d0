package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.watch.QueryView;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One partition that holds most of the lag: more cores do not help, since one task reads it. */
final class HotPartition {
  private static final int FEWEST = 3;
  private static final double SHARE = 0.5;
  private static final double TIMES_THE_OTHERS = 4;

  private HotPartition() {}

  static @Nullable Advice of(QueryView query) {
    var lag = query.lag();
    List<PartitionLag> known =
        lag.partitions().stream().filter(partition -> partition.records() != null).toList();
    Long all = lag.records();
    if (all == null || known.size() < FEWEST || lag.recordsAtLeast() || !worthIt(query)) {
      return null;
    }
    PartitionLag hot =
        known.stream().max(Comparator.comparing(HotPartition::records)).orElseThrow();
    long others = (all - records(hot)) / (known.size() - 1);
    if (records(hot) < SHARE * all || records(hot) < TIMES_THE_OTHERS * others) {
      return null;
    }
    long ofOneSource = known.stream().filter(p -> p.source() == hot.source()).count();
    return new Advice(
        "Hot partition",
        "Partition "
            + hot.partition()
            + " holds "
            + Numbers.percent((double) records(hot) / all)
            + " of the lag: "
            + Numbers.count(records(hot))
            + " of "
            + Numbers.counted(all, "record", "records")
            + "; each of the other "
            + (known.size() - 1)
            + " holds "
            + Numbers.count(others)
            + " on average. One task reads one partition, so more cores do not help: the"
            + " source option minPartitions="
            + 2 * ofOneSource
            + " splits it, another record key spreads it.");
  }

  /** Further behind than one trigger interval explains; below that a share means nothing. */
  private static boolean worthIt(QueryView query) {
    var time = query.lag().time();
    return time != null && time.duration().compareTo(query.lag().outlook().explained()) > 0;
  }

  private static long records(PartitionLag partition) {
    Long records = partition.records();
    return records == null ? 0 : records;
  }
}
