package io.lagwatch.exporter.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the exporter, checked. {@link SettingsReference} describes each of them.
 *
 * @param token the token that drivers must send; null if only reports from this host are accepted
 * @param stateFile null when no state is kept across restarts
 * @param recordFile null when nothing is recorded
 * @param kafka in the order of the settings; empty when Spark's own lag is used
 * @param retention how long an ended or lost query stays visible
 */
public record Settings(
    ListenAddress listen,
    @Nullable String token,
    @Nullable Path stateFile,
    @Nullable Path recordFile,
    List<KafkaCluster> kafka,
    QueryRules queries,
    PartitionMetrics partitionMetrics,
    Duration retention) {
  public Settings {
    kafka = List.copyOf(kafka);
  }

  /** Shows only whether there is a token. */
  @Override
  public String toString() {
    return "Settings[listen=%s, token=%s, stateFile=%s, recordFile=%s, kafka=%s, queries=%s, partitionMetrics=%s, retention=%s]"
        .formatted(
            listen,
            token == null ? "none" : "set",
            stateFile,
            recordFile,
            kafka,
            queries,
            partitionMetrics,
            retention);
  }
}
