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
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The samples of one scrape, for the writers of Prometheus's own library. */
final class LibrarySamples {
  private final Map<String, Family> families = new LinkedHashMap<>();

  /** Adds the samples of a metric and a subject, with the labels of the subject. */
  <T> void collect(Metric<T> metric, T subject, String... subjectLabels) {
    metric.samples().addTo(subject, new FamilyPoints(family(metric.definition()), subjectLabels));
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

  private record Family(MetricDefinition definition, Map<Labels, DataPointSnapshot> points) {
    MetricSnapshot snapshot() {
      var metadata = metadata(definition);
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
      var values = Arrays.copyOf(subjectLabels, names.length);
      System.arraycopy(labelValues, 0, values, subjectLabels.length, labelValues.length);
      for (int i = 0; i < values.length; i++) {
        values[i] = LabelText.clean(values[i]);
      }
      var labels = Labels.of(names, values);
      var created = point.apply(labels);
      if (created != null) {
        family.points.putIfAbsent(labels, created);
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

  /** The unit belongs to the metadata only if the name ends with it, as OpenMetrics requires. */
  private static MetricMetadata metadata(MetricDefinition definition) {
    var name = definition.baseName();
    return !definition.unit().isEmpty() && name.endsWith("_" + definition.unit())
        ? new MetricMetadata(name, definition.help(), new Unit(definition.unit()))
        : new MetricMetadata(name, definition.help());
  }
}
