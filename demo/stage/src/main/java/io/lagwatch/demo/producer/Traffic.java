package io.lagwatch.demo.producer;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sends both feeds at their rates and counts the records that the broker acknowledged, per
 * partition. Thread-safe: no record is sent while {@link #pause} stops the traffic.
 */
final class Traffic {
  private final Producer<String, String> producer;
  private final EventClock clock;
  private final LongSupplier nanos;
  private final long startedAt;
  private final Map<Feed, TopicTraffic> topicTraffic = new EnumMap<>(Feed.class);
  private final AtomicLong failed = new AtomicLong();
  private long lastStep;

  /**
   * Creates a producer that sends nothing before a rate is set.
   *
   * @param nanos the elapsed time; {@link System#nanoTime} except in tests
   */
  Traffic(Producer<String, String> producer, EventClock clock, LongSupplier nanos) {
    this.producer = producer;
    this.clock = clock;
    this.nanos = nanos;
    startedAt = nanos.getAsLong();
    lastStep = startedAt;
    for (Feed feed : Feed.values()) {
      topicTraffic.put(feed, new TopicTraffic(feed));
    }
  }

  /** Sends the records that are due since the last step. */
  synchronized void step() {
    long now = nanos.getAsLong();
    double seconds = (now - lastStep) / 1e9;
    lastStep = now;
    Instant time = clock.after(Duration.ofNanos(now - startedAt));
    topicTraffic.values().forEach(topic -> topic.send(topic.sendRate.due(seconds), time));
  }

  /** Sets a rate; returns the exact counts at that moment. */
  synchronized Counts rate(Feed feed, int perSecond) {
    topicTraffic.get(feed).sendRate.perSecond(perSecond);
    return counts();
  }

  /** Waits until the broker has acknowledged all sent records; returns the exact counts. */
  synchronized Counts counts() {
    producer.flush();
    SortedMap<String, Counts.TopicCounts> topics = new TreeMap<>();
    topicTraffic.forEach((feed, topic) -> topics.put(feed.topic(), topic.counts()));
    return new Counts(topics, failed.get());
  }

  /** The state of one feed. */
  private final class TopicTraffic {
    private final Feed feed;
    private final SendRate sendRate = new SendRate();
    private final AtomicLongArray acknowledged;
    private long sent;

    TopicTraffic(Feed feed) {
      this.feed = feed;
      acknowledged = new AtomicLongArray(feed.partitions());
    }

    void send(int records, Instant time) {
      for (int i = 0; i < records; i++) {
        long n = sent++;
        producer.send(
            new ProducerRecord<>(feed.topic(), feed.key(n), feed.event(n, time)),
            (metadata, failure) -> {
              if (failure == null) {
                acknowledged.incrementAndGet(metadata.partition());
              } else {
                failed.incrementAndGet();
              }
            });
      }
    }

    Counts.TopicCounts counts() {
      return new Counts.TopicCounts(
          sendRate.perSecond(),
          IntStream.range(0, acknowledged.length()).mapToObj(acknowledged::get).toList());
    }
  }
}
