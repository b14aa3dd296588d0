package io.lagwatch.demo.accuracy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * A Kafka source of a query.
 *
 * @param options its options in Spark
 * @param reads true for the partitions of the subscription, including future ones
 */
public record KafkaSource(Map<String, String> options, Predicate<TopicPartition> reads) {
  public static KafkaSource subscribe(String... topics) {
    List<String> named = List.of(topics);
    return of("subscribe", String.join(",", named), p -> named.contains(p.topic()));
  }

  public static KafkaSource pattern(String pattern) {
    return of("subscribePattern", pattern, p -> p.topic().matches(pattern));
  }

  public static KafkaSource assign(String topic, Integer... partitions) {
    Set<Integer> chosen = Set.of(partitions);
    String list = Arrays.stream(partitions).map(String::valueOf).collect(Collectors.joining(","));
    return of(
        "assign",
        "{\"%s\":[%s]}".formatted(topic, list),
        p -> p.topic().equals(topic) && chosen.contains(p.partition()));
  }

  private static KafkaSource of(String strategy, String what, Predicate<TopicPartition> reads) {
    return new KafkaSource(Map.of(strategy, what), reads).with("startingOffsets", "earliest");
  }

  public KafkaSource with(String option, String value) {
    Map<String, String> more = new TreeMap<>(options);
    more.put(option, value);
    return new KafkaSource(more, reads);
  }

  /** Limits the number of records per batch. */
  public KafkaSource atMost(int records) {
    return with("maxOffsetsPerTrigger", Integer.toString(records));
  }

  public KafkaSource readCommitted() {
    return with("kafka.isolation.level", "read_committed");
  }

  public boolean isReadCommitted() {
    return "read_committed".equals(options.get("kafka.isolation.level"));
  }
}
