package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.COUNTER;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.metrics.FamilyWriter.SubjectLabels;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the metrics of all queries and Kafka clusters, and of the exporter itself. Each scrape
 * uses one snapshot, so its values are consistent, and removed queries have no series. A sample
 * that cannot be created is omitted and counted. A query for which the code of a metric throws has
 * no samples. Thread-safe.
 */
public final class MonitorMetrics {
  static final MetricDefinition LOST =
      new MetricDefinition(
          "lagwatch_samples_lost_total",
          COUNTER,
          "samples",
          List.of("reason"),
          "Samples left out of a scrape because of a bug in the exporter; please report any value"
              + " above 0.");

  private static final Logger LOG = LoggerFactory.getLogger(MonitorMetrics.class);
  private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0";
  private static final String TEXT = "text/plain; version=0.0.4";
  private static final byte[] EOF = "# EOF\n".getBytes(StandardCharsets.US_ASCII);

  private final PrometheusMeterRegistry own;
  private final Monitor monitor;
  private final Clock clock;
  private final List<Metric<QueryView>> queryMetrics;
  private final Map<SampleLoss, Long> lost = new EnumMap<>(SampleLoss.class);
  private volatile int lastLength = 1 << 14;
  private boolean warned;

  /**
   * @param own the metrics of the exporter itself
   * @param partitions which partitions have series
   */
  public MonitorMetrics(
      PrometheusMeterRegistry own, Monitor monitor, Clock clock, PartitionMetrics partitions) {
    this.own = own;
    this.monitor = monitor;
    this.clock = clock;
    this.queryMetrics = MetricTable.ofQueries(partitions);
    for (var loss : SampleLoss.values()) {
      lost.put(loss, 0L);
    }
  }

  /**
   * Returns a complete scrape.
   *
   * @param openMetrics true for OpenMetrics 1.0, false for the Prometheus text format 0.0.4
   */
  public byte[] scrape(boolean openMetrics) {
    var text = new Utf8Text(lastLength + (lastLength >> 3));
    text.add(ownMetrics(openMetrics));
    if (openMetrics && text.endsWith(EOF)) {
      text.truncate(text.length() - EOF.length);
    }
    write(text, openMetrics);
    if (openMetrics) {
      text.add(EOF);
    }
    lastLength = text.length();
    return text.toBytes();
  }

  private byte[] ownMetrics(boolean openMetrics) {
    var bytes = new ByteArrayOutputStream(1 << 14);
    try {
      own.scrape(bytes, openMetrics ? OPEN_METRICS : TEXT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void write(Utf8Text text, boolean openMetrics) {
    Map<SampleLoss, Long> losses = Map.of();
    Throwable failure = null;
    int begin = text.length();
    try {
      var snapshot = monitor.snapshot(clock.instant());
      var failed = new HashMap<QueryKey, Throwable>();
      var pass = new Pass(text, openMetrics, snapshot, failed);
      while (!pass.run()) {
        // Samples of the failed queries may have been written before the failure.
        text.truncate(begin);
        pass = new Pass(text, openMetrics, snapshot, failed);
      }
      pass.writer.countLoss(SampleLoss.FAILED, failed.size());
      for (var query : snapshot.queries()) {
        var cause = failed.get(query.key());
        if (cause != null) {
          monitor.renderingFailed(query, cause);
          failure = cause;
        }
      }
      losses = pass.writer.lost();
    } catch (RuntimeException e) {
      text.truncate(begin);
      losses = Map.of(SampleLoss.FAILED, 1L);
      failure = e;
    }
    var totals = count(losses, failure);
    var writer = new FamilyWriter(text, openMetrics);
    writer.begin(LOST);
    totals.forEach((loss, n) -> writer.add(n, loss.label()));
  }

  /** Adds to the totals and returns a copy of them. */
  private synchronized Map<SampleLoss, Long> count(
      Map<SampleLoss, Long> added, @Nullable Throwable failure) {
    added.forEach((loss, n) -> lost.merge(loss, n, Long::sum));
    if (added.isEmpty()) {
      if (warned) {
        LOG.info("scrapes are complete again");
        warned = false;
      }
    } else {
      if (warned) {
        LOG.debug("samples left out of a scrape: {}", added, failure);
      } else {
        LOG.warn(
            "samples left out of a scrape because of a bug in the exporter, counted in {}: {};"
                + " please report this",
            LOST.name(),
            added,
            failure);
        warned = true;
      }
    }
    return new EnumMap<>(lost);
  }

  /** One pass over all metrics and, within each metric, over its subjects. */
  private final class Pass {
    private final Snapshot snapshot;
    private final Map<QueryKey, Throwable> failed;
    private final FamilyWriter writer;
    private final List<Subject> queries = new ArrayList<>();

    /**
     * A query.
     *
     * @param isDuplicate true if an earlier query has the same labels
     */
    private record Subject(QueryView query, SubjectLabels labels, boolean isDuplicate) {}

    /**
     * @param failed the queries to leave out; the pass adds those that fail
     */
    Pass(Utf8Text text, boolean openMetrics, Snapshot snapshot, Map<QueryKey, Throwable> failed) {
      this.snapshot = snapshot;
      this.failed = failed;
      this.writer = new FamilyWriter(text, openMetrics);
      var seen = new HashSet<List<String>>();
      for (var query : snapshot.queries()) {
        var key = query.key();
        if (!failed.containsKey(key)) {
          boolean isNew =
              seen.add(List.of(LabelText.clean(key.app()), LabelText.clean(key.query())));
          queries.add(new Subject(query, SubjectLabels.of(key.app(), key.query()), !isNew));
        }
      }
    }

    /** Returns false if a query failed. */
    boolean run() {
      int failedBefore = failed.size();
      for (var metric : queryMetrics) {
        writer.begin(metric.definition());
        queries.forEach(subject -> add(metric, subject));
        for (var missing : MissingQueryMetrics.ALL) {
          if (missing.definition().name().equals(metric.definition().name())) {
            for (var query : snapshot.missing()) {
              add(missing, query, query.key().app(), query.key().query());
            }
          }
        }
      }
      for (var metric : ClusterMetrics.ALL) {
        writer.begin(metric.definition());
        snapshot.clusters().forEach(one -> add(metric, one, one.name()));
      }
      return failed.size() == failedBefore;
    }

    private void add(Metric<QueryView> metric, Subject subject) {
      if (failed.containsKey(subject.query().key())) {
        return;
      }
      writer.subject(subject.labels());
      try {
        metric.samples().addTo(subject.query(), writer);
      } catch (RuntimeException | StackOverflowError e) {
        failed.put(subject.query().key(), e);
      }
      if (subject.isDuplicate()) {
        writer.countLoss(SampleLoss.DUPLICATE, writer.discardSubject());
      }
    }

    private <T> void add(Metric<T> metric, T subject, String... labels) {
      writer.subject(SubjectLabels.of(labels));
      try {
        metric.samples().addTo(subject, writer);
      } catch (RuntimeException e) {
        writer.discardSubject();
        writer.countLoss(SampleLoss.FAILED, 1);
        LOG.debug("a sample of {} failed", metric.definition().name(), e);
      }
    }
  }
}
