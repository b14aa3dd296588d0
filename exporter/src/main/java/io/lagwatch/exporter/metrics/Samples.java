package io.lagwatch.exporter.metrics;

import io.lagwatch.exporter.ingest.Totals;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The samples of one scrape. A label set that comes twice, a value that its type forbids and a
 * maker that throws cost that sample and are counted; nothing here throws at a scrape. One thread.
 */
final class Samples {
  /** Why a sample was left out. */
  enum Loss {
    /** A sample with these labels was there already. */
    DUPLICATE,
    /** The value or the number of labels does not fit the metric. */
    INVALID,
    /** The code that makes it threw. */
    FAILED
  }

  private final Map<String, Family> families = new LinkedHashMap<>();
  private final Map<Loss, Long> lost = new EnumMap<>(Loss.class);
  private @Nullable RuntimeException firstFailure;

  /** Adds what {@code metric} says of {@code subject}, under the subject's own labels. */
  <T> void collect(Metric<T> metric, T subject, String... ownLabels) {
    try {
      metric.maker().make(subject, new FamilyPoints(family(metric.definition()), ownLabels));
    } catch (RuntimeException e) {
      lose(Loss.FAILED);
      firstFailure = firstFailure == null ? e : firstFailure;
    }
  }

  /**
   * Adds what all {@code metrics} say of {@code subject}, or nothing of it when one of them throws.
   *
   * @return what was thrown; null when nothing was
   */
  <T> @Nullable Throwable collectAll(List<Metric<T>> metrics, T subject, String... ownLabels) {
    try {
      for (Metric<T> metric : metrics) {
        metric.maker().make(subject, new FamilyPoints(family(metric.definition()), ownLabels));
      }
      return null;
    } catch (RuntimeException | StackOverflowError e) {
      lose(Loss.FAILED);
      for (Metric<T> metric : metrics) {
        family(metric.definition()).removeAll(ownLabels);
      }
      return e;
    }
  }

  /** Adds one sample of a metric that belongs to no subject. */
  void add(MetricDefinition definition, Number value, String... labelValues) {
    new FamilyPoints(family(definition)).add(value, labelValues);
  }

  Map<Loss, Long> lost() {
    return lost;
  }

  /** The first exception a maker threw, for the log; null when none did. */
  @Nullable RuntimeException firstFailure() {
    return firstFailure;
  }

  /** Families without a sample are left out. */
  MetricSnapshots build() {
    var snapshots = new ArrayList<MetricSnapshot>();
    for (var family : families.values()) {
      if (!family.points.isEmpty()) {
        snapshots.add(family.snapshot());
      }
    }
    return new MetricSnapshots(snapshots);
  }

  private Family family(MetricDefinition definition) {
    return families.computeIfAbsent(
        definition.name(), name -> new Family(definition, new LinkedHashMap<>()));
  }

  private void lose(Loss loss) {
    lost.merge(loss, 1L, Long::sum);
  }

  private record Family(MetricDefinition definition, Map<Labels, DataPointSnapshot> points) {
    void removeAll(String... ownLabels) {
      var names = definition.labels();
      points
          .keySet()
          .removeIf(
              labels ->
                  IntStream.range(0, ownLabels.length)
                      .allMatch(
                          i -> LabelText.clean(ownLabels[i]).equals(labels.get(names.get(i)))));
    }

    MetricSnapshot snapshot() {
      var metadata = definition.metadata();
      var values = points.values();
      return switch (definition.type()) {
        case GAUGE -> new GaugeSnapshot(metadata, cast(GaugeDataPointSnapshot.class, values));
        case COUNTER -> new CounterSnapshot(metadata, cast(CounterDataPointSnapshot.class, values));
        case HISTOGRAM ->
            new HistogramSnapshot(metadata, cast(HistogramDataPointSnapshot.class, values));
        case INFO -> new InfoSnapshot(metadata, cast(InfoDataPointSnapshot.class, values));
      };
    }

    private static <P> List<P> cast(Class<P> type, Collection<DataPointSnapshot> points) {
      return points.stream().map(type::cast).toList();
    }
  }

  private final class FamilyPoints implements Metric.PointWriter {
    private final Family family;
    private final String[] ownLabels;

    FamilyPoints(Family family, String... ownLabels) {
      this.family = family;
      this.ownLabels = ownLabels;
    }

    @Override
    public void add(@Nullable Number value, String... labelValues) {
      if (value == null || !Double.isFinite(value.doubleValue())) {
        return;
      }
      double number = value.doubleValue();
      put(
          labelValues,
          labels ->
              switch (family.definition.type()) {
                case GAUGE -> new GaugeDataPointSnapshot(number, labels, null);
                case COUNTER ->
                    number < 0 ? null : new CounterDataPointSnapshot(number, labels, null, 0);
                case INFO -> new InfoDataPointSnapshot(labels);
                case HISTOGRAM -> null;
              });
    }

    @Override
    public void add(Totals.Durations durations) {
      put(
          new String[0],
          labels ->
              family.definition.type() != MetricDefinition.MetricKind.HISTOGRAM
                      || durations.count() < 0
                  ? null
                  : new HistogramDataPointSnapshot(
                      buckets(durations), durations.sum(), labels, Exemplars.EMPTY, 0));
    }

    private void put(String[] labelValues, Function<Labels, @Nullable DataPointSnapshot> point) {
      var names = family.definition.labels().toArray(new String[0]);
      if (names.length != ownLabels.length + labelValues.length) {
        lose(Loss.INVALID);
        return;
      }
      var values = Arrays.copyOf(ownLabels, names.length);
      System.arraycopy(labelValues, 0, values, ownLabels.length, labelValues.length);
      for (int i = 0; i < values.length; i++) {
        values[i] = LabelText.clean(values[i]);
      }
      var labels = Labels.of(names, values);
      var made = point.apply(labels);
      if (made == null) {
        lose(Loss.INVALID);
      } else if (family.points.putIfAbsent(labels, made) != null) {
        lose(Loss.DUPLICATE);
      }
    }
  }

  /** From cumulative counts, which the runs of a query need not all have for the same bounds. */
  private static ClassicHistogramBuckets buckets(Totals.Durations durations) {
    var buckets = ClassicHistogramBuckets.builder();
    long below = 0;
    for (var bucket : durations.buckets().entrySet()) {
      if (Double.isFinite(bucket.getKey())) {
        long upTo = Math.min(durations.count(), Math.max(below, bucket.getValue()));
        buckets.bucket(bucket.getKey(), upTo - below);
        below = upTo;
      }
    }
    return buckets.bucket(Double.POSITIVE_INFINITY, durations.count() - below).build();
  }
}
