package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * One question of one kind about many partitions: the client sends one request to each broker that
 * leads some of them. Every partition has its own answer.
 */
final class OffsetLookup {
  private final Map<TopicPartition, org.apache.kafka.common.TopicPartition> asked;
  private final @Nullable ListOffsetsResult result;
  private final AtomicReference<Instant> lastAnswer = new AtomicReference<>();

  private OffsetLookup(
      Map<TopicPartition, org.apache.kafka.common.TopicPartition> asked,
      @Nullable ListOffsetsResult result) {
    this.asked = asked;
    this.result = result;
  }

  /**
   * What came back.
   *
   * @param offsets the partitions that were answered
   * @param failed the others
   * @param at when the last of the answers came; null without any. Partitions that time out do not
   *     make the other answers look newer than they are
   * @param failure some failure; null without any
   */
  record Answers(
      Map<TopicPartition, Long> offsets,
      Map<TopicPartition, ErrorKind> failed,
      @Nullable Instant at,
      @Nullable Throwable failure) {}

  /** Asks and does not wait; nothing is sent for no partitions. */
  static OffsetLookup ask(
      Admin admin,
      Set<TopicPartition> partitions,
      OffsetSpec spec,
      IsolationLevel isolation,
      Deadline deadline,
      Clock clock) {
    var asked = new LinkedHashMap<TopicPartition, org.apache.kafka.common.TopicPartition>();
    var request = new HashMap<org.apache.kafka.common.TopicPartition, OffsetSpec>();
    for (TopicPartition p : partitions) {
      var key = new org.apache.kafka.common.TopicPartition(p.topic(), p.partition());
      asked.put(p, key);
      request.put(key, spec);
    }
    if (asked.isEmpty()) {
      return new OffsetLookup(asked, null);
    }
    ListOffsetsOptions options = new ListOffsetsOptions(isolation);
    options.timeoutMs(deadline.millis());
    ListOffsetsResult result = admin.listOffsets(request, options);
    OffsetLookup lookup = new OffsetLookup(asked, result);
    for (var key : asked.values()) {
      var unused =
          result
              .partitionResult(key)
              .whenComplete(
                  (info, error) -> {
                    if (error == null) {
                      lookup.lastAnswer.set(clock.instant());
                    }
                  });
    }
    return lookup;
  }

  /** Waits until every partition is answered, has failed or has timed out. */
  Answers await(Deadline deadline) throws InterruptedException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Map<TopicPartition, ErrorKind> failed = new HashMap<>();
    Throwable failure = null;
    if (result != null) {
      for (var partition : asked.entrySet()) {
        try {
          var answer = deadline.await(result.partitionResult(partition.getValue()));
          offsets.put(partition.getKey(), answer.offset());
        } catch (ExecutionException e) {
          failed.put(partition.getKey(), ErrorKind.of(e));
          failure = e;
        }
      }
    }
    return new Answers(offsets, failed, lastAnswer.get(), failure);
  }
}
