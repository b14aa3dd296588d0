package io.lagwatch.demo.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.demo.environment.Checkpoint;
import io.lagwatch.testbed.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts the records that a test writes, and computes the expected lag from them and Spark's
 * checkpoint. Uses no data of Lagwatch.
 */
public final class ProducedRecords {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Topics topics;
  private final Map<TopicPartition, LogOffsets> logs = new HashMap<>();

  /**
   * The offsets of one partition.
   *
   * @param stable the last stable offset
   */
  record LogOffsets(long earliest, long end, long stable) {}

  public ProducedRecords(Topics topics) {
    this.topics = topics;
  }

  public void create(String topic, int partitions) {
    topics.create(topic, partitions);
    grown(topic, partitions);
  }

  public void grow(String topic, int partitions) {
    topics.grow(topic, partitions);
    grown(topic, partitions);
  }

  public void delete(String topic) {
    topics.delete(topic);
    logs.keySet().removeIf(p -> p.topic().equals(topic));
  }

  public void produce(String topic, int partition, int records) {
    topics.produce(topic, partition, records);
    written(topic, partition, records);
  }

  public void produce(String topic, int partition, List<String> values) {
    topics.produce(topic, partition, values);
    written(topic, partition, values.size());
  }

  private void written(String topic, int partition, int records) {
    set(
        topic,
        partition,
        log -> new LogOffsets(log.earliest, log.end + records, log.stable + records));
  }

  /** Counts records written in an open transaction. */
  public void writtenInTransaction(String topic, int partition, int records) {
    set(topic, partition, log -> new LogOffsets(log.earliest, log.end + records, log.stable));
  }

  /** Counts the marker of a committed or aborted transaction, which has an offset too. */
  public void transactionEnded(String topic, int partition) {
    set(topic, partition, log -> new LogOffsets(log.earliest, log.end + 1, log.end + 1));
  }

  public void trim(String topic, int partition, long earliest) {
    topics.deleteBefore(topic, partition, earliest);
    set(topic, partition, log -> new LogOffsets(earliest, log.end, log.stable));
  }

  /** Records that the log is empty and starts at this offset. */
  public void startsAt(String topic, int partition, long offset) {
    set(topic, partition, log -> new LogOffsets(offset, offset, offset));
  }

  /** Waits until the broker's offsets match; transaction markers are written with a delay. */
  public void awaitMatchingBrokerOffsets() {
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> {
              assertThat(broker(OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED))
                  .isEqualTo(each(LogOffsets::earliest));
              assertThat(broker(OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED))
                  .isEqualTo(each(LogOffsets::end));
              assertThat(broker(OffsetSpec.latest(), IsolationLevel.READ_COMMITTED))
                  .isEqualTo(each(LogOffsets::stable));
            });
  }

  /**
   * Returns the expected lag of each source's partitions: the records after the position in the
   * last committed batch of the checkpoint. Partitions that the query has not read yet count with
   * all their records.
   *
   * @throws IOException if no batch is committed
   */
  public SortedMap<String, Long> lag(List<KafkaSource> sources, Checkpoint checkpoint)
      throws IOException {
    SortedMap<String, Long> positions = positions(sources, checkpoint);
    SortedMap<String, Long> lag = new TreeMap<>();
    ends(sources)
        .forEach(
            (place, end) -> {
              Long position = positions.get(place);
              lag.put(place, end - (position == null ? earliest(place) : position));
            });
    return lag;
  }

  /** Returns the end offset of each source's partitions, by {@code source/topic-partition}. */
  public SortedMap<String, Long> ends(List<KafkaSource> sources) {
    SortedMap<String, Long> ends = new TreeMap<>();
    for (int i = 0; i < sources.size(); i++) {
      KafkaSource source = sources.get(i);
      String prefix = i + "/";
      logs.forEach(
          (partition, log) -> {
            if (source.reads().test(partition)) {
              ends.put(prefix + partition, source.isReadCommitted() ? log.stable : log.end);
            }
          });
    }
    return ends;
  }

  /** Returns the positions of the last committed batch, by {@code source/topic-partition}. */
  public static SortedMap<String, Long> positions(List<KafkaSource> sources, Checkpoint checkpoint)
      throws IOException {
    OptionalLong batch = checkpoint.lastCommitted();
    if (batch.isEmpty()) {
      throw new IOException(checkpoint.folder() + ": expected a committed batch, found none");
    }
    SortedMap<String, Long> positions = new TreeMap<>();
    for (int i = 0; i < sources.size(); i++) {
      String prefix = i + "/";
      checkpoint
          .position(batch.getAsLong(), i)
          .forEach(
              (topic, offsets) ->
                  offsets.forEach(
                      (partition, offset) ->
                          positions.put(prefix + topic + "-" + partition, offset)));
    }
    return positions;
  }

  private long earliest(String place) {
    return logs.entrySet().stream()
        .filter(log -> place.endsWith("/" + log.getKey()))
        .findFirst()
        .orElseThrow()
        .getValue()
        .earliest;
  }

  private void grown(String topic, int partitions) {
    for (int i = 0; i < partitions; i++) {
      logs.putIfAbsent(new TopicPartition(topic, i), new LogOffsets(0, 0, 0));
    }
  }

  private void set(String topic, int partition, UnaryOperator<LogOffsets> change) {
    logs.computeIfPresent(new TopicPartition(topic, partition), (p, log) -> change.apply(log));
  }

  private Map<TopicPartition, Long> each(ToLongFunction<LogOffsets> offset) {
    return logs.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, log -> offset.applyAsLong(log.getValue())));
  }

  private Map<TopicPartition, Long> broker(OffsetSpec spec, IsolationLevel isolation)
      throws ExecutionException, InterruptedException {
    Admin admin = topics.admin();
    Map<TopicPartition, OffsetSpec> requested =
        logs.keySet().stream().collect(Collectors.toMap(p -> p, p -> spec));
    Map<TopicPartition, ListOffsetsResultInfo> answer =
        admin.listOffsets(requested, new ListOffsetsOptions(isolation)).all().get();
    return answer.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, info -> info.getValue().offset()));
  }
}
