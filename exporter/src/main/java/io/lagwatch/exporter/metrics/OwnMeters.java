package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.COUNTER;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.INFO;

import com.sun.management.OperatingSystemMXBean;
import io.lagwatch.exporter.ingest.ReportCounter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The exporter's metrics about itself, in Micrometer's registry: its version, its JVM, and accepted
 * and rejected reports. Thread-safe.
 */
public final class OwnMeters implements ReportCounter, AutoCloseable {
  private static final MetricDefinition BUILD =
      new MetricDefinition(
          "lagwatch_build_info", INFO, "", List.of("version"), "Version of the running exporter.");
  private static final MetricDefinition REPORTS =
      new MetricDefinition(
          "lagwatch_reports_total",
          COUNTER,
          "reports",
          List.of(),
          "Reports from drivers that were accepted.");
  private static final MetricDefinition REFUSED =
      new MetricDefinition(
          "lagwatch_reports_refused_total",
          COUNTER,
          "reports",
          List.of("reason"),
          "Reports that were rejected and changed nothing, by error code.");

  private static final MetricDefinition SKIPPED_POLLS =
      new MetricDefinition(
          "lagwatch_kafka_polls_skipped_total",
          COUNTER,
          "polls",
          List.of("kafka"),
          "Polls of the cluster that were due while the previous poll was still running.");
  private static final MetricDefinition RECORDED =
      new MetricDefinition(
          "lagwatch_recorded_lines_total",
          COUNTER,
          "lines",
          List.of(),
          "Reports and polls written to the file of --record; absent without that option.");
  private static final MetricDefinition RECORD_DROPPED =
      new MetricDefinition(
          "lagwatch_recorded_lines_dropped_total",
          COUNTER,
          "lines",
          List.of(),
          "Reports and polls that could not be written to the file of --record; absent without"
              + " that option.");

  private static final MetricDefinition EVALUATION_ERRORS =
      new MetricDefinition(
          "lagwatch_evaluation_errors_total",
          COUNTER,
          "errors",
          List.of(),
          "Failures to process a query because of a bug in the exporter; please report any value"
              + " above 0. The query has no series meanwhile, other queries are not affected.");

  private static final MetricDefinition INVALID_FIELDS =
      new MetricDefinition(
          "lagwatch_progress_fields_invalid_total",
          COUNTER,
          "fields",
          List.of(),
          "Fields of Spark's progress with an invalid value, counted in each report. The value"
              + " is unknown; the log and the API name the field.");

  private static final MetricDefinition JUDGING_FAILED =
      new MetricDefinition(
          "lagwatch_judging_failed_total",
          COUNTER,
          "errors",
          List.of(),
          "Old name of lagwatch_evaluation_errors_total, with the same value.");

  static final List<MetricDefinition> DEFINITIONS =
      List.of(
          BUILD,
          REPORTS,
          REFUSED,
          SKIPPED_POLLS,
          RECORDED,
          RECORD_DROPPED,
          EVALUATION_ERRORS,
          INVALID_FIELDS,
          JUDGING_FAILED);

  private final MeterRegistry registry;
  private final Counter accepted;
  private final List<Supplier<Number>> suppliers = new CopyOnWriteArrayList<>();
  private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

  /**
   * Registers all metrics except rejected reports, which appear with the first rejection.
   *
   * @param version version of the exporter
   */
  public OwnMeters(MeterRegistry registry, String version) {
    this.registry = registry;
    // promtool rejects them: the name of one ends in _count, the other is in nanoseconds.
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
    Gauge.builder("lagwatch.build.info", () -> 1)
        .description(BUILD.help())
        .tag("version", version)
        .strongReference(true)
        .register(registry);
    accepted = Counter.builder("lagwatch.reports").description(REPORTS.help()).register(registry);
    new JvmInfoMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    garbageCollection.bindTo(registry);
    processCpu(registry);
  }

  /** Registers the CPU time under the name that Prometheus client libraries use. */
  private static void processCpu(MeterRegistry registry) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      FunctionCounter.builder("process.cpu", system, bean -> bean.getProcessCpuTime() / 1e9)
          .baseUnit("seconds")
          .description("CPU time used by the process.")
          .register(registry);
    }
  }

  /** Registers the number of skipped polls of a cluster. */
  public void skippedPolls(String cluster, Supplier<Number> skipped) {
    registerCounter(
        SKIPPED_POLLS, "lagwatch.kafka.polls.skipped", skipped, Tags.of("kafka", cluster));
  }

  /** Registers the numbers of recorded and dropped lines. */
  public void recording(Supplier<Number> recorded, Supplier<Number> dropped) {
    registerCounter(RECORDED, "lagwatch.recorded.lines", recorded, Tags.empty());
    registerCounter(RECORD_DROPPED, "lagwatch.recorded.lines.dropped", dropped, Tags.empty());
  }

  /** Registers the number of failures to process a query. */
  public void evaluationErrors(Supplier<Number> errors) {
    registerCounter(EVALUATION_ERRORS, "lagwatch.evaluation.errors", errors, Tags.empty());
    registerCounter(JUDGING_FAILED, "lagwatch.judging.failed", errors, Tags.empty());
  }

  /** Registers the number of invalid fields of Spark's progress. */
  public void invalidFields(Supplier<Number> fields) {
    registerCounter(INVALID_FIELDS, "lagwatch.progress.fields.invalid", fields, Tags.empty());
  }

  private void registerCounter(
      MetricDefinition definition, String meter, Supplier<Number> count, Tags tags) {
    // Micrometer keeps only a weak reference, so the garbage collector would remove the lambda.
    suppliers.add(count);
    FunctionCounter.builder(meter, count, source -> source.get().doubleValue())
        .description(definition.help())
        .tags(tags)
        .register(registry);
  }

  @Override
  public void reportAccepted() {
    accepted.increment();
  }

  @Override
  public void reportRefused(String reason) {
    Counter.builder("lagwatch.reports.refused")
        .description(REFUSED.help())
        .tag("reason", reason)
        .register(registry)
        .increment();
  }

  /** Removes the listeners for garbage collections. */
  @Override
  public void close() {
    garbageCollection.close();
  }
}
