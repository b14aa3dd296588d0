package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;

import io.lagwatch.exporter.lag.ReportedBrokers;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One source of a query in the format of the state file. Immutable.
 *
 * @param brokers the brokers that it reads; null if the driver has not reported them
 */
public record SavedSource(
    int index,
    String description,
    boolean kafka,
    SavedPosition position,
    SavedInput input,
    @Nullable ReportedBrokers brokers) {
  public SavedSource {
    notNegative((long) index, "sources.index");
    required(description, "sources.description");
    required(position, "sources.position");
    required(input, "sources.input");
    if (brokers != null) {
      required(brokers.bootstrapServers(), "sources.brokers.bootstrapServers");
    }
  }

  /**
   * The position of a source.
   *
   * @param offsets the offset that is read next per partition; null if no position is known
   * @param latestAtPlanning Spark's {@code latestOffset}; null if not reported
   * @param pollsBeyondEnd number of consecutive polls that found the position beyond the end offset
   * @param changedAt when the position was last reported to have changed
   * @param topicIds Kafka's id of the log that the position belongs to, by topic
   */
  public record SavedPosition(
      @Nullable Map<TopicPartition, Long> offsets,
      @Nullable Map<TopicPartition, Long> latestAtPlanning,
      Map<TopicPartition, Integer> pollsBeyondEnd,
      Instant changedAt,
      Map<String, String> topicIds) {
    public SavedPosition {
      notNegative(offsets, "sources.position.offsets");
      notNegative(latestAtPlanning, "sources.position.latestAtPlanning");
      pollsBeyondEnd = pollsBeyondEnd == null ? Map.of() : pollsBeyondEnd;
      notNegative(pollsBeyondEnd, "sources.position.pollsBeyondEnd");
      required(changedAt, "sources.position.changedAt");
      topicIds = topicIds == null ? Map.of() : topicIds;
      topicIds.forEach((topic, id) -> required(id, "sources.position.topicIds"));
    }
  }

  /**
   * The input of a source.
   *
   * @param lastInputAt when the source last had input; null if it never had
   * @param watchedSince when the exporter started to observe the source
   */
  public record SavedInput(
      @Nullable Instant lastInputAt, Instant watchedSince, Map<String, Long> consumedByTopic) {
    public SavedInput {
      required(watchedSince, "sources.input.watchedSince");
      consumedByTopic = consumedByTopic == null ? Map.of() : consumedByTopic;
      notNegative(consumedByTopic, "sources.input.consumedByTopic");
    }
  }
}
