package io.lagwatch.exporter.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.IsolationLevel;

/** The keys of the settings file, except those of a query ({@link QueryKeys}). */
final class SettingKeys {
  static final SettingKey<Path> CONFIG =
      SettingKey.of("config", ValueType.FILE, null, "settings file, YAML or JSON")
          .flag("--config")
          .env("LAGWATCH_CONFIG");
  static final SettingKey<ListenAddress> LISTEN =
      SettingKey.of(
              "listen",
              ValueType.LISTEN,
              "0.0.0.0:9877",
              "address and port to listen on; port 0 picks a free port")
          .flag("--listen")
          .env("LAGWATCH_LISTEN");
  static final SettingKey<String> TOKEN =
      SettingKey.of(
              "token",
              ValueType.TOKEN,
              null,
              "token that drivers must send; without one, reports are accepted from this host only")
          .env("LAGWATCH_TOKEN");
  static final SettingKey<Path> STATE_FILE =
      SettingKey.of(
              "stateFile",
              ValueType.FILE,
              null,
              "file in which the exporter keeps totals, positions and alerts across its restarts")
          .flag("--state-file")
          .env("LAGWATCH_STATE_FILE");
  static final SettingKey<Path> RECORD =
      SettingKey.of(
              "record",
              ValueType.FILE,
              null,
              "file to which every report and poll is appended, for replay")
          .flag("--record")
          .env("LAGWATCH_RECORD");

  /** On the command line and in the environment; in the file, {@code kafka} is a list. */
  static final SettingKey<String> KAFKA =
      SettingKey.of(
              "kafka",
              ValueType.SERVERS,
              null,
              "in the file: the list of clusters; as flag or environment variable: bootstrap"
                  + " servers of the only cluster, which is named default")
          .flag("--kafka")
          .env("LAGWATCH_KAFKA");

  static final SettingKey<PartitionMetrics.Mode> PARTITION_METRICS =
      SettingKey.of(
              "partitionMetrics",
              ValueType.PARTITION_METRICS,
              "all",
              "partitions that get their own time series; totals always include every partition")
          .env("LAGWATCH_PARTITION_METRICS");
  static final SettingKey<Long> PARTITION_METRICS_LIMIT =
      SettingKey.of(
              "partitionMetricsLimit",
              ValueType.COUNT,
              "20",
              "number of partitions of a query that get their own time series if partitionMetrics"
                  + " is worst")
          .env("LAGWATCH_PARTITION_METRICS_LIMIT");
  static final SettingKey<Duration> RETENTION =
      SettingKey.of(
              "retention",
              ValueType.DURATION,
              "24h",
              "time for which an ended or lost query stays visible; longer while it has an alert,"
                  + " and up to 8 days while it has unread records; see queries[].keep")
          .env("LAGWATCH_RETENTION");

  /** Keys with a single value, which flags and environment variables can set too. */
  static final List<SettingKey<?>> TOP =
      List.of(
          LISTEN, TOKEN, STATE_FILE, RECORD, PARTITION_METRICS, PARTITION_METRICS_LIMIT, RETENTION);

  static final SettingKey<String> KAFKA_NAME =
      SettingKey.of("name", ValueType.NAME, "default", "value of the label kafka");
  static final SettingKey<String> KAFKA_SERVERS =
      SettingKey.of("bootstrapServers", ValueType.SERVERS, null, "bootstrap servers; required");
  static final SettingKey<Pattern> KAFKA_TOPICS =
      SettingKey.of(
          "topics",
          ValueType.REGEX,
          ".*",
          "regular expression for the topics that are looked up in this cluster (full match) when"
              + " the driver does not report its brokers");
  static final SettingKey<Duration> KAFKA_POLL_INTERVAL =
      SettingKey.of(
          "pollInterval", ValueType.DURATION, "15s", "time between two polls of the brokers");
  static final SettingKey<IsolationLevel> KAFKA_ISOLATION =
      SettingKey.of(
          "isolation",
          ValueType.ISOLATION,
          "read_uncommitted",
          "end offset that lag is measured to: the high watermark (read_uncommitted) or the last"
              + " stable offset (read_committed). The isolation level that the driver reports for a"
              + " source takes precedence");

  static final SettingKey<String> KAFKA_ALIASES =
      SettingKey.of(
          "aliases",
          ValueType.SERVERS,
          null,
          "list of further addresses by which drivers reach the brokers of this cluster");

  static final List<SettingKey<?>> CLUSTER =
      List.of(
          KAFKA_NAME,
          KAFKA_SERVERS,
          KAFKA_ALIASES,
          KAFKA_TOPICS,
          KAFKA_POLL_INTERVAL,
          KAFKA_ISOLATION);

  private SettingKeys() {}
}
