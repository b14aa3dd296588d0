package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.ofQuery;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.GAUGE;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.watch.QueryView;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The metrics of single partitions. A setting limits the number of partitions with series. */
final class PartitionSeries {
  private static final List<String> BY_PARTITION = List.of("source", "topic", "partition");
  private static final Comparator<PartitionLag> WORST_FIRST =
      Comparator.comparing(
          PartitionLag::records, Comparator.nullsLast(Comparator.<Long>reverseOrder()));

  private final PartitionMetrics setting;

  PartitionSeries(PartitionMetrics setting) {
    this.setting = setting;
  }

  List<Metric<QueryView>> metrics() {
    return List.of(
        of(
            "spark_streaming_lag_records",
            "records",
            "Records between the query's position and the end offset of the partition. A partition"
                + " that the query has not read yet counts from its earliest offset. Absent if"
                + " unknown.",
            PartitionLag::records),
        of(
            "spark_streaming_position_offset",
            "",
            "The offset that the query reads next.",
            PartitionLag::position),
        of(
            "spark_streaming_end_offset",
            "",
            "The offset that the next record will get, as the broker reports it.",
            PartitionLag::end),
        of(
            "spark_streaming_earliest_offset",
            "",
            "The offset of the oldest record that the broker still has.",
            PartitionLag::earliest));
  }

  private Metric<QueryView> of(
      String name, String unit, String help, Function<PartitionLag, @Nullable Long> value) {
    return ofQuery(
        GAUGE,
        name,
        unit,
        BY_PARTITION,
        help,
        (query, out) -> {
          for (var lag : selected(query.lag().partitions())) {
            var partition = lag.partition();
            out.add(
                value.apply(lag), "" + lag.source(), partition.topic(), "" + partition.partition());
          }
        });
  }

  private List<PartitionLag> selected(List<PartitionLag> partitions) {
    return switch (setting.mode()) {
      case ALL -> partitions;
      case NONE -> List.of();
      case WORST -> partitions.stream().sorted(WORST_FIRST).limit(setting.worst()).toList();
    };
  }
}
