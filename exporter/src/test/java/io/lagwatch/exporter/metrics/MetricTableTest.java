package io.lagwatch.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The names are what dashboards, rules and people's queries hold on to. */
class MetricTableTest {
  @Test
  void publicNamesTypesAndLabelsDoNotChange() {
    assertThat(MetricTable.definitions())
        .extracting(one -> one.name() + " " + one.type() + " " + String.join(",", one.labels()))
        .contains(
            "spark_streaming_query_info INFO"
                + " app,query,query_id,run_id,app_id,spark_version,trigger",
            "spark_streaming_query_state GAUGE app,query,state",
            "spark_streaming_query_started_timestamp_seconds GAUGE app,query",
            "spark_streaming_last_report_timestamp_seconds GAUGE app,query",
            "spark_streaming_last_batch_timestamp_seconds GAUGE app,query",
            "spark_streaming_last_success_timestamp_seconds GAUGE app,query",
            "spark_streaming_last_run_duration_seconds GAUGE app,query",
            "spark_streaming_query_runs_total COUNTER app,query",
            "spark_streaming_query_failures_total COUNTER app,query",
            "spark_streaming_query_last_failure_info INFO app,query,class,message",
            "spark_streaming_batches_total COUNTER app,query",
            "spark_streaming_empty_batches_total COUNTER app,query",
            "spark_streaming_input_rows_total COUNTER app,query",
            "spark_streaming_late_rows_dropped_total COUNTER app,query",
            "spark_streaming_batch_duration_seconds HISTOGRAM app,query",
            "spark_streaming_last_batch_duration_seconds GAUGE app,query",
            "spark_streaming_last_batch_input_rows GAUGE app,query",
            "spark_streaming_batch_id GAUGE app,query",
            "spark_streaming_last_batch_phase_seconds GAUGE app,query,phase",
            "spark_streaming_input_rows_per_second GAUGE app,query",
            "spark_streaming_processed_rows_per_second GAUGE app,query",
            "spark_streaming_consumed_offsets_total COUNTER app,query,source,topic",
            "spark_streaming_trigger_interval_seconds GAUGE app,query",
            "spark_streaming_trigger_utilization_ratio GAUGE app,query",
            "spark_streaming_batch_in_flight_since_timestamp_seconds GAUGE app,query",
            "spark_streaming_watermark_timestamp_seconds GAUGE app,query",
            "spark_streaming_event_time_max_timestamp_seconds GAUGE app,query",
            "spark_streaming_state_rows GAUGE app,query,operator",
            "spark_streaming_state_rows_updated GAUGE app,query,operator",
            "spark_streaming_state_memory_bytes GAUGE app,query,operator",
            "spark_streaming_state_commit_seconds GAUGE app,query,operator",
            "spark_streaming_lag_records GAUGE app,query,source,topic,partition",
            "spark_streaming_position_offset GAUGE app,query,source,topic,partition",
            "spark_streaming_end_offset GAUGE app,query,source,topic,partition",
            "spark_streaming_earliest_offset GAUGE app,query,source,topic,partition",
            "spark_streaming_topic_lag_records GAUGE app,query,source,topic",
            "spark_streaming_query_lag_records GAUGE app,query",
            "spark_streaming_query_lag_seconds GAUGE app,query",
            "spark_streaming_query_lag_seconds_is_lower_bound GAUGE app,query",
            "spark_streaming_query_partitions GAUGE app,query",
            "spark_streaming_query_partitions_unknown GAUGE app,query",
            "spark_streaming_query_lag_basis GAUGE app,query,basis",
            "spark_streaming_rate_limited_backlog_records GAUGE app,query",
            "spark_streaming_topic_arrival_records_per_second GAUGE app,query,topic,kafka",
            "spark_streaming_source_info GAUGE app,query,source,kafka,routed_by",
            "spark_streaming_catch_up_seconds GAUGE app,query",
            "spark_streaming_retention_headroom_records GAUGE app,query,source,topic",
            "spark_streaming_records_lost_to_retention GAUGE app,query,source,topic",
            "spark_streaming_last_input_timestamp_seconds GAUGE app,query,source",
            "spark_streaming_quiet_period_seconds GAUGE app,query",
            "spark_streaming_lag_floor_seconds GAUGE app,query",
            "spark_streaming_alert_firing GAUGE app,query,alert,severity",
            "spark_streaming_listener_reports_failed_total COUNTER app,query",
            "lagwatch_build_info INFO version",
            "lagwatch_reports_total COUNTER ",
            "lagwatch_reports_refused_total COUNTER reason",
            "lagwatch_kafka_up GAUGE kafka",
            "lagwatch_kafka_poll_seconds GAUGE kafka",
            "lagwatch_kafka_last_poll_timestamp_seconds GAUGE kafka",
            "lagwatch_kafka_errors_total COUNTER kafka,kind");
  }

  @Test
  void everyMetricIsDefinedOnceAndExplained() {
    var definitions = MetricTable.definitions();

    assertThat(definitions).extracting(MetricDefinition::name).doesNotHaveDuplicates();
    assertThat(definitions)
        .allSatisfy(
            one -> assertThat(one.help()).as(one.name()).endsWith(".").doesNotContain("\n"));
  }

  @Test
  void ownMetersMatchTheirDefinitions() {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (var meters = new OwnMeters(registry, "1.2.3")) {
      meters.reportAccepted();
      meters.reportRefused("bad_json");
      meters.reportRefused("bad_json");
      meters.skippedPolls("main", () -> 5);
      meters.evaluationErrors(() -> 0);
      meters.invalidFields(() -> 0);
      meters.recording(() -> 7, () -> 1);
    }
    var exposition = Exposition.parse(registry.scrape());

    assertThat(OwnMeters.DEFINITIONS)
        .allSatisfy(one -> assertThat(exposition.helps()).containsEntry(one.name(), one.help()));
    assertThat(exposition.types())
        .containsKeys(
            "process_start_time_seconds", "process_cpu_seconds_total", "jvm_memory_used_bytes");
    assertThat(exposition.samples())
        .containsEntry("lagwatch_build_info{version=1.2.3}", 1.0)
        .containsEntry("lagwatch_reports_total{}", 1.0)
        .containsEntry("lagwatch_reports_refused_total{reason=bad_json}", 2.0)
        .containsEntry("lagwatch_kafka_polls_skipped_total{kafka=main}", 5.0)
        .containsEntry("lagwatch_recorded_lines_total{}", 7.0)
        .containsEntry("lagwatch_recorded_lines_dropped_total{}", 1.0);
  }

  @Test
  void suppliedCountersSurviveGarbageCollection() {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (var meters = new OwnMeters(registry, "1.2.3")) {
      var skipped = new AtomicLong(3);
      meters.skippedPolls("main", () -> skipped.get());
      System.gc();
      skipped.set(4);

      assertThat(Exposition.parse(registry.scrape()).samples())
          .containsEntry("lagwatch_kafka_polls_skipped_total{kafka=main}", 4.0);
    }
  }
}
