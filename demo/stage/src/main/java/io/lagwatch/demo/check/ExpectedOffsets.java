package io.lagwatch.demo.check;

import io.lagwatch.demo.environment.Checkpoint;
import io.lagwatch.demo.environment.DemoQuery;
import io.lagwatch.demo.producer.Counts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Expected end offsets, positions and lag, by {@code topic-partition}, from the producer's counts
 * and Spark's checkpoint. The topics have no transactions and lose no records, so the number of
 * records in a partition is its end offset.
 */
final class ExpectedOffsets {
  private ExpectedOffsets() {}

  static Map<String, Long> ends(Counts counts, DemoQuery query) {
    List<Long> partitions = counts.of(query.feed()).partitions();
    Map<String, Long> ends = new TreeMap<>();
    for (int i = 0; i < partitions.size(); i++) {
      ends.put(query.feed().topic() + "-" + i, partitions.get(i));
    }
    return ends;
  }

  static Map<String, Long> position(Checkpoint checkpoint, long batchId) throws IOException {
    Map<String, Long> position = new TreeMap<>();
    checkpoint
        .position(batchId, 0)
        .forEach(
            (topic, offsets) ->
                offsets.forEach(
                    (partition, offset) -> position.put(topic + "-" + partition, offset)));
    return position;
  }

  static Map<String, Long> lag(Map<String, Long> ends, Map<String, Long> position) {
    Map<String, Long> lag = new TreeMap<>();
    ends.forEach(
        (partition, end) -> lag.put(partition, end - position.getOrDefault(partition, 0L)));
    return lag;
  }

  static long sum(Map<String, Long> partitions) {
    return partitions.values().stream().mapToLong(Long::longValue).sum();
  }
}
