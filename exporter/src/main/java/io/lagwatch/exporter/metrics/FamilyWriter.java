package io.lagwatch.exporter.metrics;

import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.metrics.MetricDefinition.MetricKind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the samples of a scrape, one metric after the other, as the Prometheus text format 0.0.4
 * or as OpenMetrics 1.0. A sample is left out and counted if its labels are not unique or if its
 * value is invalid for the type. Not thread-safe.
 */
final class FamilyWriter implements Metric.PointWriter {
  private final Utf8Text text;
  private final boolean openMetrics;
  private final Map<SampleLoss, Long> lost = new EnumMap<>(SampleLoss.class);

  private MetricDefinition definition =
      new MetricDefinition("none", MetricKind.GAUGE, "", List.of(), "");
  private boolean hasHeader;
  private boolean unique;

  private int subjectBegin;
  private boolean hadHeader;

  /** The numbers of the labels, ordered by name. */
  private int[] order = new int[0];

  private SubjectLabels subject = SubjectLabels.of();

  private final Set<List<String>> labelsOfSubject = new HashSet<>();
  private long samplesOfSubject;

  private String @Nullable [] previousLabels;
  private int previousLine;
  private int previousValue;
  private int previousValueEnd;
  private int previousEnd;

  /** The values of the labels of a subject, as in the text. Immutable. */
  static final class SubjectLabels {
    private final List<byte[]> values;

    private SubjectLabels(List<byte[]> values) {
      this.values = values;
    }

    static SubjectLabels of(String... values) {
      return new SubjectLabels(Stream.of(values).map(SubjectLabels::asInText).toList());
    }

    private static byte[] asInText(String value) {
      return new Utf8Text(value.length()).escaped(LabelText.clean(value), true).toBytes();
    }

    private byte[] value(int label) {
      return values.get(label);
    }

    private int size() {
      return values.size();
    }
  }

  FamilyWriter(Utf8Text text, boolean openMetrics) {
    this.text = text;
    this.openMetrics = openMetrics;
  }

  /** Begins a metric. Its name and type are written before its first sample. */
  void begin(MetricDefinition next) {
    definition = next;
    hasHeader = false;
    unique = next.labels().contains("partition");
    order =
        IntStream.range(0, next.labels().size())
            .boxed()
            .sorted(Comparator.comparing(next.labels()::get))
            .mapToInt(Integer::intValue)
            .toArray();
    subject(SubjectLabels.of());
  }

  /** Sets the subject of the following samples; its labels are the first ones of the metric. */
  void subject(SubjectLabels labels) {
    subject = labels;
    subjectBegin = text.length();
    hadHeader = hasHeader;
    labelsOfSubject.clear();
    samplesOfSubject = 0;
    previousLabels = null;
  }

  /** Removes the samples since the subject was set, and returns their number. */
  long discardSubject() {
    long samples = samplesOfSubject;
    text.truncate(subjectBegin);
    hasHeader = hadHeader;
    subject(subject);
    return samples;
  }

  Map<SampleLoss, Long> lost() {
    return lost;
  }

  void countLoss(SampleLoss loss, long samples) {
    if (samples > 0) {
      lost.merge(loss, samples, Long::sum);
    }
  }

  @Override
  public void add(@Nullable Number value, String... labelValues) {
    if (value == null || !Double.isFinite(value.doubleValue())) {
      return;
    }
    boolean invalid =
        definition.type() == MetricKind.HISTOGRAM
            || (definition.type() == MetricKind.COUNTER && value.doubleValue() < 0)
            || definition.labels().size() != subject.size() + labelValues.length;
    if (invalid) {
      countLoss(SampleLoss.INVALID, 1);
    } else if (isNew(labelValues)) {
      header();
      labels(labelValues);
      (definition.type() == MetricKind.INFO ? text.digits(1) : text.value(value)).add("\n");
    }
  }

  @Override
  public void add(Totals.Durations durations) {
    boolean invalid =
        definition.type() != MetricKind.HISTOGRAM
            || durations.count() < 0
            || !Double.isFinite(durations.sum())
            || definition.labels().size() != subject.size();
    if (invalid) {
      countLoss(SampleLoss.INVALID, 1);
    } else if (isNew()) {
      header();
      histogram(durations);
    }
  }

  /**
   * Returns true if the subject has no sample with these labels yet. Labels of partitions are
   * unique unless cleaning changes them.
   */
  private boolean isNew(String... labelValues) {
    for (int i = 0; i < labelValues.length; i++) {
      var cleaned = LabelText.clean(labelValues[i]);
      if (unique && !cleaned.equals(labelValues[i])) {
        countLoss(SampleLoss.INVALID, 1);
        return false;
      }
      labelValues[i] = cleaned;
    }
    if (!unique && !labelsOfSubject.add(List.of(labelValues))) {
      countLoss(SampleLoss.DUPLICATE, 1);
      return false;
    }
    samplesOfSubject++;
    return true;
  }

  private void header() {
    if (hasHeader) {
      return;
    }
    hasHeader = true;
    var type = definition.type().name().toLowerCase(Locale.ROOT);
    if (openMetrics) {
      var name = definition.baseName();
      text.add("# TYPE ").add(name).add(" ").add(type).add("\n");
      if (!definition.unit().isEmpty() && name.endsWith("_" + definition.unit())) {
        text.add("# UNIT ").add(name).add(" ").add(definition.unit()).add("\n");
      }
      text.add("# HELP ").add(name).add(" ").escaped(definition.help(), true).add("\n");
    } else {
      var name = definition.name();
      text.add("# HELP ").add(name).add(" ").escaped(definition.help(), false).add("\n");
      text.add("# TYPE ").add(name).add(" ");
      text.add(definition.type() == MetricKind.INFO ? "gauge" : type).add("\n");
    }
  }

  /**
   * Writes the name and the labels, ordered by name. Most samples differ from the previous one only
   * in the last given value.
   */
  private void labels(String... values) {
    int line = text.length();
    if (isSameUpToLast(values)) {
      text.repeat(previousLine, previousValue);
      int value = text.length();
      text.escaped(values[values.length - 1], true);
      int end = text.length();
      text.repeat(previousValueEnd, previousEnd);
      previousValue = value;
      previousValueEnd = end;
    } else {
      text.add(definition.name()).add("{");
      writeLabels(values);
      text.add("} ");
    }
    previousLabels = values;
    previousLine = line;
    previousEnd = text.length();
  }

  private boolean isSameUpToLast(String... values) {
    var previous = previousLabels;
    int last = values.length - 1;
    return previous != null
        && last >= 0
        && previous.length == values.length
        && Arrays.equals(previous, 0, last, values, 0, last);
  }

  /** Writes labels, separated by commas, and remembers where the last given value is. */
  private void writeLabels(String... values) {
    String before = "";
    for (int number : order) {
      text.add(before).add(definition.labels().get(number)).add("=\"");
      int begin = text.length();
      if (number < subject.size()) {
        text.add(subject.value(number));
      } else {
        text.escaped(values[number - subject.size()], true);
      }
      if (number == subject.size() + values.length - 1) {
        previousValue = begin;
        previousValueEnd = text.length();
      }
      text.add("\"");
      before = ",";
    }
  }

  /**
   * Writes cumulative counts. The runs of a query can have different bounds, so the sums may have
   * to be corrected.
   */
  private void histogram(Totals.Durations durations) {
    long below = 0;
    for (var bucket : durations.buckets().entrySet()) {
      if (Double.isFinite(bucket.getKey())) {
        below = Math.min(durations.count(), Math.max(below, bucket.getValue()));
        bucket(bucket.getKey().toString(), below);
      }
    }
    bucket("+Inf", durations.count());
    part("_count").digits(durations.count()).add("\n");
    part("_sum").value(durations.sum()).add("\n");
  }

  private void bucket(String bound, long count) {
    text.add(definition.name()).add("_bucket{");
    writeLabels();
    text.add(order.length > 0 ? ",le=\"" : "le=\"").add(bound).add("\"} ");
    text.digits(count).add("\n");
  }

  private Utf8Text part(String suffix) {
    text.add(definition.name()).add(suffix).add("{");
    writeLabels();
    return text.add("} ");
  }
}
