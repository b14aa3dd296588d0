package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.RuleInput;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides the values of the lag of one query that outputs show. Stateless. */
final class LagViews {
  private LagViews() {}

  static LagView of(RuleInput inputs) {
    QueryLag lag = inputs.facts().lag();
    return new LagView(
        lag.basis(),
        lag.records(),
        lag.records() != null && lag.unknown() > 0,
        lag.time(),
        lag.reason(),
        measurement(lag),
        outlook(inputs));
  }

  private static LagView.MeasurementView measurement(QueryLag lag) {
    boolean countable = lag.basis() != QueryLag.Basis.NONE || lag.partitionCount() > 0;
    return new LagView.MeasurementView(
        lag.partitions(),
        countable ? lag.partitionCount() : null,
        countable ? lag.unknown() : null,
        lag.rateLimitedBacklog(),
        lag.measuredAt(),
        !lag.equals(QueryLag.NO_KAFKA));
  }

  private static LagView.OutlookView outlook(RuleInput inputs) {
    Duration explained = inputs.signals().lag().explainedByTrigger();
    return new LagView.OutlookView(
        explained == null ? inputs.settings().lag().lagFloor() : explained,
        inputs.signals().lag().catchUpTime(),
        inputs.signals().retention().recordsLost(),
        inputs.signals().retention().timeToLoss(),
        leastHeadroom(inputs.facts().lag().partitions()),
        inputs.signals().retention().headroom());
  }

  private static @Nullable PartitionLag leastHeadroom(List<PartitionLag> partitions) {
    return partitions.stream()
        .filter(partition -> partition.headroom() != null)
        .min(Comparator.comparing(p -> p.headroom() == null ? Long.MAX_VALUE : p.headroom()))
        .orElse(null);
  }
}
