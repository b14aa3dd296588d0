package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.watch.QueryView;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names a partition that has most of the lag. One task reads it, so more cores do not help. */
final class HotPartition {
  private static final int MIN_PARTITIONS = 3;
  private static final double MIN_SHARE = 0.5;
  private static final double MIN_TIMES_THE_OTHERS = 4;

  private HotPartition() {}

  static @Nullable Advice of(QueryView query) {
    var lag = query.lag();
    List<PartitionLag> known =
        lag.partitions().stream().filter(partition -> partition.records() != null).toList();
    Long all = lag.records();
    if (all == null || known.size() < MIN_PARTITIONS || lag.recordsAtLeast() || !isBehind(query)) {
      return null;
    }
    PartitionLag hot =
        known.stream().max(Comparator.comparing(HotPartition::records)).orElseThrow();
    long others = (all - records(hot)) / (known.size() - 1);
    if (records(hot) < MIN_SHARE * all || records(hot) < MIN_TIMES_THE_OTHERS * others) {
      return null;
    }
    long ofOneSource = known.stream().filter(p -> p.source() == hot.source()).count();
    return new Advice(
        "Hot partition",
        "Partition "
            + hot.partition()
            + " has "
            + Numbers.percent((double) records(hot) / all)
            + " of the lag: "
            + Numbers.count(records(hot))
            + " of "
            + Numbers.counted(all, "record", "records")
            + ". Each of the other "
            + (known.size() - 1)
            + " partitions has "
            + Numbers.count(others)
            + " on average. One task reads all records of a partition, so more cores do not help."
            + " Set the source option minPartitions="
            + 2 * ofOneSource
            + ", so that several tasks read it. Or use a record key that distributes the records"
            + " evenly.");
  }

  /** True if the lag is longer than one trigger interval explains. A smaller lag may be uneven. */
  private static boolean isBehind(QueryView query) {
    var time = query.lag().time();
    return time != null && time.duration().compareTo(query.lag().outlook().explained()) > 0;
  }

  private static long records(PartitionLag partition) {
    Long records = partition.records();
    return records == null ? 0 : records;
  }
}
