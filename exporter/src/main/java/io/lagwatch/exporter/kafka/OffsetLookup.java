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
 * A request for one kind of offset of many partitions. The client sends one request to each broker
 * that leads some of them. Each partition is answered separately. Thread-safe.
 */
final class OffsetLookup {
  private final Map<TopicPartition, org.apache.kafka.common.TopicPartition> kafkaPartitions;
  private final @Nullable ListOffsetsResult result;
  private final AtomicReference<Instant> lastAnswer = new AtomicReference<>();

  private OffsetLookup(
      Map<TopicPartition, org.apache.kafka.common.TopicPartition> kafkaPartitions,
      @Nullable ListOffsetsResult result) {
    this.kafkaPartitions = kafkaPartitions;
    this.result = result;
  }

  /**
   * The answers.
   *
   * @param offsets offsets of the answered partitions
   * @param failed errors of the other partitions
   * @param at time of the last successful answer; null without any. A later timeout does not change
   *     it
   * @param failure one of the exceptions; null without any
   */
  record Answers(
      Map<TopicPartition, Long> offsets,
      Map<TopicPartition, ErrorKind> failed,
      @Nullable Instant at,
      @Nullable Throwable failure) {}

  /** Sends the request and does not wait. Without partitions, nothing is sent. */
  static OffsetLookup send(
      Admin admin,
      Set<TopicPartition> partitions,
      OffsetSpec spec,
      IsolationLevel isolation,
      Deadline deadline,
      Clock clock) {
    var kafkaPartitions =
        new LinkedHashMap<TopicPartition, org.apache.kafka.common.TopicPartition>();
    var request = new HashMap<org.apache.kafka.common.TopicPartition, OffsetSpec>();
    for (TopicPartition p : partitions) {
      var key = new org.apache.kafka.common.TopicPartition(p.topic(), p.partition());
      kafkaPartitions.put(p, key);
      request.put(key, spec);
    }
    if (kafkaPartitions.isEmpty()) {
      return new OffsetLookup(kafkaPartitions, null);
    }
    ListOffsetsOptions options = new ListOffsetsOptions(isolation);
    options.timeoutMs(deadline.millis());
    ListOffsetsResult result = admin.listOffsets(request, options);
    OffsetLookup lookup = new OffsetLookup(kafkaPartitions, result);
    for (var key : kafkaPartitions.values()) {
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

  /** Returns the answers after every partition was answered, failed or timed out. */
  Answers await(Deadline deadline) throws InterruptedException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Map<TopicPartition, ErrorKind> failed = new HashMap<>();
    Throwable failure = null;
    if (result != null) {
      for (var partition : kafkaPartitions.entrySet()) {
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
