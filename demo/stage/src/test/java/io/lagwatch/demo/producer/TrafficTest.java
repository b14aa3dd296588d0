package io.lagwatch.demo.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class TrafficTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicLong nanos = new AtomicLong();
  private final MockProducer<String, String> broker =
      new MockProducer<>(
          cluster(),
          true,
          new RoundRobinPartitioner(),
          new StringSerializer(),
          new StringSerializer());
  private final Traffic traffic = new Traffic(broker, new EventClock(START, 60), nanos::get);

  @Test
  void sendsNothingBeforeARateIsSet() {
    pass(5_000);

    assertThat(broker.history()).isEmpty();
  }

  @Test
  void sendsEachFeedAtItsOwnRate() {
    traffic.rate(Feed.LEARNING_PROGRESS, 30);
    traffic.rate(Feed.NETWORK_EVENTS, 7);
    pass(10_000);

    assertThat(traffic.counts().of(Feed.LEARNING_PROGRESS).records()).isEqualTo(300);
    assertThat(traffic.counts().of(Feed.NETWORK_EVENTS).records()).isEqualTo(70);
  }

  @Test
  void countsAcknowledgedRecordsPerPartition() {
    traffic.rate(Feed.LEARNING_PROGRESS, 100);
    pass(3_000);

    List<Long> counted =
        traffic.rate(Feed.LEARNING_PROGRESS, 0).of(Feed.LEARNING_PROGRESS).partitions();
    pass(3_000);

    assertThat(counted).hasSize(4).doesNotContain(0L);
    assertThat(traffic.counts().of(Feed.LEARNING_PROGRESS).partitions()).isEqualTo(counted);
    assertThat(broker.history()).hasSize(300);
  }

  @Test
  void countsRecordsThatMayNotHaveArrived() {
    MockProducer<String, String> manual =
        new MockProducer<>(
            cluster(),
            false,
            new RoundRobinPartitioner(),
            new StringSerializer(),
            new StringSerializer());
    Traffic unsure = new Traffic(manual, new EventClock(START, 60), nanos::get);
    unsure.rate(Feed.NETWORK_EVENTS, 10);
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
    unsure.step();
    manual.errorNext(new IllegalStateException("timed out"));

    assertThat(unsure.counts().failed()).isEqualTo(1);
    assertThat(unsure.counts().of(Feed.NETWORK_EVENTS).records()).isZero();
  }

  @Test
  void everyFiftiethEventIsTwoHoursLate() {
    traffic.rate(Feed.NETWORK_EVENTS, 50);
    pass(1_000);

    List<String> values = broker.history().stream().map(ProducerRecord::value).toList();
    assertThat(values.get(48)).contains("\"event_ts\":\"2026-01-01T00:01:00Z\"");
    assertThat(values.get(49)).contains("\"event_ts\":\"2025-12-31T22:01:00Z\"");
  }

  private void pass(long millis) {
    for (long step = 0; step < millis; step += 50) {
      nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(50));
      traffic.step();
    }
  }

  private static Cluster cluster() {
    Node node = new Node(0, "localhost", 9092);
    Node[] nodes = {node};
    List<PartitionInfo> partitions =
        Arrays.stream(Feed.values())
            .flatMap(
                feed ->
                    IntStream.range(0, feed.partitions())
                        .mapToObj(p -> new PartitionInfo(feed.topic(), p, node, nodes, nodes)))
            .toList();
    return new Cluster("c", List.of(node), partitions, Set.of(), Set.of());
  }
}
