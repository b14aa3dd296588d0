package io.lagwatch.exporter.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.IsolationLevel;

/** The keys of the settings file, but for those of a query ({@link QueryKeys}). */
final class Keys {
  static final Key<Path> CONFIG =
      Key.of("config", ValueType.FILE, null, "the settings file, YAML or JSON")
          .flag("--config")
          .env("LAGWATCH_CONFIG");
  static final Key<ListenAddress> LISTEN =
      Key.of(
              "listen",
              ValueType.LISTEN,
              "0.0.0.0:9877",
              "where drivers, Prometheus and browsers find the exporter; port 0 takes any free one")
          .flag("--listen")
          .env("LAGWATCH_LISTEN");
  static final Key<String> TOKEN =
      Key.of(
              "token",
              ValueType.TOKEN,
              null,
              "what drivers must send; without one, reports are taken from this host alone")
          .env("LAGWATCH_TOKEN");
  static final Key<Path> STATE_FILE =
      Key.of(
              "stateFile",
              ValueType.FILE,
              null,
              "keeps totals, positions and alerts across restarts of the exporter")
          .flag("--state-file")
          .env("LAGWATCH_STATE_FILE");
  static final Key<Path> RECORD =
      Key.of("record", ValueType.FILE, null, "every report and poll is appended here for replay")
          .flag("--record")
          .env("LAGWATCH_RECORD");

  /** On the command line and in the environment; in the file, {@code kafka} is a list. */
  static final Key<String> KAFKA =
      Key.of(
              "kafka",
              ValueType.SERVERS,
              null,
              "in the file a list of clusters; as flag or variable the brokers of one, named default")
          .flag("--kafka")
          .env("LAGWATCH_KAFKA");

  static final Key<PartitionMetrics.Mode> PARTITION_METRICS =
      Key.of(
              "partitionMetrics",
              ValueType.PARTITION_METRICS,
              "all",
              "which partitions have series of their own; sums always count all")
          .env("LAGWATCH_PARTITION_METRICS");
  static final Key<Long> PARTITION_METRICS_LIMIT =
      Key.of(
              "partitionMetricsLimit",
              ValueType.COUNT,
              "20",
              "how many partitions of a query are shown with partitionMetrics: worst")
          .env("LAGWATCH_PARTITION_METRICS_LIMIT");
  static final Key<Duration> RETENTION =
      Key.of(
              "retention",
              ValueType.DURATION,
              "24h",
              "how long an ended or lost query stays visible")
          .env("LAGWATCH_RETENTION");

  /** Those with one value, which flags and environment can give too. */
  static final List<Key<?>> TOP =
      List.of(
          LISTEN, TOKEN, STATE_FILE, RECORD, PARTITION_METRICS, PARTITION_METRICS_LIMIT, RETENTION);

  static final Key<String> KAFKA_NAME =
      Key.of("name", ValueType.NAME, "default", "the value of the label kafka");
  static final Key<String> KAFKA_SERVERS =
      Key.of("bootstrapServers", ValueType.SERVERS, null, "the brokers; required");
  static final Key<Pattern> KAFKA_TOPICS =
      Key.of(
          "topics",
          ValueType.REGEX,
          ".*",
          "which topics are looked up here, by their whole name; the first cluster that matches wins");
  static final Key<Duration> KAFKA_POLL_INTERVAL =
      Key.of("pollInterval", ValueType.DURATION, "15s", "how often the brokers are asked");
  static final Key<IsolationLevel> KAFKA_ISOLATION =
      Key.of(
          "isolation",
          ValueType.ISOLATION,
          "read_uncommitted",
          "read_committed counts records of finished transactions only, as a query with that isolation reads them");

  static final List<Key<?>> CLUSTER =
      List.of(KAFKA_NAME, KAFKA_SERVERS, KAFKA_TOPICS, KAFKA_POLL_INTERVAL, KAFKA_ISOLATION);

  private Keys() {}
}
