package io.lagwatch.exporter.query;

import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which log of a topic the position of a source belongs to. A topic that is deleted and created
 * again has another id, and the offsets of the two logs cannot be compared. Not thread-safe.
 */
final class TopicLogs {
  private final Map<String, String> ids;
  private final Map<String, NewLog> recreated = new HashMap<>();

  /** A log in which the source may not have a position yet. */
  private record NewLog(String id, Instant seenAt) {}

  /**
   * @param ids Kafka's id of the log that the position belongs to, by topic
   */
  TopicLogs(Map<String, String> ids) {
    this.ids = new HashMap<>(ids);
  }

  TopicLogs(TopicLogs other) {
    this(other.ids);
    recreated.putAll(other.recreated);
  }

  /** The ids, by topic; a topic is absent while its brokers have reported none. */
  Map<String, String> ids() {
    return Map.copyOf(ids);
  }

  /**
   * Compares the ids with those of a poll.
   *
   * @param topics those of the position that the cluster of the poll has
   */
  void polled(ClusterPoll poll, Set<String> topics, Instant began) {
    for (String topic : topics) {
      String id = poll.topicIds().get(topic);
      if (id == null) {
        continue;
      }
      String known = ids.putIfAbsent(topic, id);
      if (known == null) {
        continue;
      }
      NewLog seen = recreated.get(topic);
      if (known.equals(id)) {
        recreated.remove(topic);
      } else if (seen == null || !seen.id().equals(id)) {
        recreated.put(topic, new NewLog(id, began));
      }
    }
  }

  /**
   * Takes the end of a batch: its position belongs to the new log of a topic if Spark planned the
   * batch after the log was seen.
   *
   * @param positioned the partitions that the batch reported a position of
   */
  void batchEnded(Instant plannedAt, Set<TopicPartition> positioned) {
    if (recreated.isEmpty()) {
      return;
    }
    Set<String> topics = positioned.stream().map(TopicPartition::topic).collect(Collectors.toSet());
    recreated
        .entrySet()
        .removeIf(
            log -> {
              boolean isIn =
                  topics.contains(log.getKey()) && plannedAt.isAfter(log.getValue().seenAt());
              if (isIn) {
                ids.put(log.getKey(), log.getValue().id());
              }
              return isIn;
            });
  }

  /** Forgets everything, because the source reads another cluster. */
  void clear() {
    ids.clear();
    recreated.clear();
  }

  /** True if the topic was deleted and created again, and no position in the new log is known. */
  boolean isOther(String topic) {
    return recreated.containsKey(topic);
  }
}
