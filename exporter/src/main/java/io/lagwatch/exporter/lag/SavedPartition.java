package io.lagwatch.exporter.lag;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The polled offsets of one partition, as the state file stores them. Immutable.
 *
 * @param end null when no poll was answered
 * @param topicId null when the brokers reported none, and in files of version 0.1.0
 */
public record SavedPartition(
    String cluster,
    String topic,
    int partition,
    @Nullable Long end,
    @Nullable Long earliest,
    @Nullable Instant polledAt,
    OffsetHistory.Saved history,
    @Nullable String topicId) {
  public SavedPartition {
    Objects.requireNonNull(cluster, "cluster is missing");
    Objects.requireNonNull(topic, "topic is missing");
    Objects.requireNonNull(history, "history is missing");
  }
}
