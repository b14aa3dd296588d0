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
 * The samples of one scrape. A sample is omitted and counted if its labels are not unique, if its
 * value is invalid for the type, or if the code for it throws. Does not throw. Not thread-safe.
 */
final class Samples {
  /** Why a sample was left out. */
  enum Loss {
    /** There was already a sample with these labels. */
    DUPLICATE,
    /** The value or the number of labels does not fit the metric. */
    INVALID,
    /** The code for the sample threw an exception. */
    FAILED
  }

  private final Map<String, Family> families = new LinkedHashMap<>();
  private final Map<Loss, Long> lost = new EnumMap<>(Loss.class);
  private @Nullable RuntimeException firstFailure;

  /** Adds the samples of a metric and a subject, with the labels of the subject. */
  <T> void collect(Metric<T> metric, T subject, String... subjectLabels) {
    try {
      metric.samples().addTo(subject, new FamilyPoints(family(metric.definition()), subjectLabels));
    } catch (RuntimeException e) {
      countLoss(Loss.FAILED);
      firstFailure = firstFailure == null ? e : firstFailure;
    }
  }

  /**
   * Adds the samples of all metrics of a subject. If one of them throws, none is added.
   *
   * @return the exception; null if there was none
   */
  <T> @Nullable Throwable collectAll(List<Metric<T>> metrics, T subject, String... subjectLabels) {
    try {
      for (Metric<T> metric : metrics) {
        metric
            .samples()
            .addTo(subject, new FamilyPoints(family(metric.definition()), subjectLabels));
      }
      return null;
    } catch (RuntimeException | StackOverflowError e) {
      countLoss(Loss.FAILED);
      for (Metric<T> metric : metrics) {
        family(metric.definition()).removeAll(subjectLabels);
      }
      return e;
    }
  }

  /** Adds one sample of a metric without a subject. */
  void add(MetricDefinition definition, Number value, String... labelValues) {
    new FamilyPoints(family(definition)).add(value, labelValues);
  }

  Map<Loss, Long> lost() {
    return lost;
  }

  /** Returns the first exception, for the log; null if there was none. */
  @Nullable RuntimeException firstFailure() {
    return firstFailure;
  }

  /** Returns all metrics that have samples. */
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

  private void countLoss(Loss loss) {
    lost.merge(loss, 1L, Long::sum);
  }

  private record Family(MetricDefinition definition, Map<Labels, DataPointSnapshot> points) {
    void removeAll(String... subjectLabels) {
      var names = definition.labels();
      points
          .keySet()
          .removeIf(
              labels ->
                  IntStream.range(0, subjectLabels.length)
                      .allMatch(
                          i -> LabelText.clean(subjectLabels[i]).equals(labels.get(names.get(i)))));
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
    private final String[] subjectLabels;

    FamilyPoints(Family family, String... subjectLabels) {
      this.family = family;
      this.subjectLabels = subjectLabels;
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
      if (names.length != subjectLabels.length + labelValues.length) {
        countLoss(Loss.INVALID);
        return;
      }
      var values = Arrays.copyOf(subjectLabels, names.length);
      System.arraycopy(labelValues, 0, values, subjectLabels.length, labelValues.length);
      for (int i = 0; i < values.length; i++) {
        values[i] = LabelText.clean(values[i]);
      }
      var labels = Labels.of(names, values);
      var created = point.apply(labels);
      if (created == null) {
        countLoss(Loss.INVALID);
      } else if (family.points.putIfAbsent(labels, created) != null) {
        countLoss(Loss.DUPLICATE);
      }
    }
  }

  /**
   * Converts cumulative counts. The runs of a query can have different bounds, so the sums may have
   * to be corrected.
   */
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
