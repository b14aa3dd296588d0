package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicPartitionTest {
  @ParameterizedTest
  @ValueSource(strings = {"events.%d", "orders-%03d", "%d", "tenant-%d.clicks"})
  void partitionsOfTopicsWithSimilarNamesHaveHashesOfTheirOwn(String name) {
    Set<Integer> hashes = new HashSet<>();
    Set<Integer> buckets = new HashSet<>();
    int partitions = 0;
    for (int topic = 0; topic < 100; topic++) {
      for (int partition = 0; partition < 1000; partition++) {
        int hash = new TopicPartition(name.formatted(topic), partition).hashCode();
        hashes.add(hash);
        buckets.add(Math.floorMod(hash, 200_000));
        partitions++;
      }
    }

    assertThat(hashes).hasSizeGreaterThan(partitions * 99 / 100);
    // A random hash fills 39 % of twice as many buckets.
    assertThat(buckets).hasSizeGreaterThan(partitions * 75 / 100);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, Integer.MAX_VALUE})
  void equalPartitionsHaveEqualHashes(int partition) {
    assertThat(new TopicPartition("orders", partition))
        .isEqualTo(new TopicPartition("orders", partition))
        .hasSameHashCodeAs(new TopicPartition("orders", partition));
  }
}
