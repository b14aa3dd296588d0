package io.lagwatch.exporter.lag;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a Kafka source reads, learnt from its description. Spark prints its consumer strategy there,
 * as {@code KafkaV2[Subscribe[a, b]]}, {@code KafkaV2[SubscribePattern[a-.*]]} or {@code
 * KafkaV2[Assign[a-0, a-1]]} (the same from 2.4 to 4.2).
 */
public sealed interface Subscription {
  /** {@code <source>[<strategy>[<what>]]}. */
  Pattern SHAPE =
      Pattern.compile("\\w+\\[(Subscribe|SubscribePattern|Assign)\\[(.*)]]", Pattern.DOTALL);

  /** The topics it reads, of those that are known. */
  Set<String> topics(BrokerOffsets brokers);

  /** Whether it reads a partition of one of its topics. */
  default boolean reads(TopicPartition partition) {
    return true;
  }

  /** Named topics. */
  record Topics(Set<String> topics) implements Subscription {
    public Topics {
      topics = Set.copyOf(topics);
    }

    @Override
    public Set<String> topics(BrokerOffsets brokers) {
      return topics;
    }
  }

  /** Every topic whose name matches. */
  record Matching(String pattern) implements Subscription {
    @Override
    public Set<String> topics(BrokerOffsets brokers) {
      return brokers.topicsMatching(pattern);
    }
  }

  /** Named partitions: others of the same topics are not read. */
  record Partitions(Set<TopicPartition> partitions) implements Subscription {
    public Partitions {
      partitions = Set.copyOf(partitions);
    }

    @Override
    public Set<String> topics(BrokerOffsets brokers) {
      return partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
    }

    @Override
    public boolean reads(TopicPartition partition) {
      return partitions.contains(partition);
    }
  }

  /** The description says nothing that is understood; the offsets alone tell. */
  record Unknown() implements Subscription {
    @Override
    public Set<String> topics(BrokerOffsets brokers) {
      return Set.of();
    }
  }

  /** Reads a description; anything not understood is {@link Unknown}. */
  static Subscription of(String description) {
    Matcher strategy = SHAPE.matcher(description);
    if (!strategy.matches()) {
      return new Unknown();
    }
    String inner = strategy.group(2);
    return switch (strategy.group(1)) {
      case "Subscribe" -> new Topics(Set.of(inner.split(", ")));
      case "SubscribePattern" -> new Matching(inner);
      default -> assigned(inner);
    };
  }

  private static Subscription assigned(String inner) {
    var partitions = new TreeSet<TopicPartition>();
    for (String name : inner.split(", ")) {
      int dash = name.lastIndexOf('-');
      try {
        partitions.add(
            new TopicPartition(
                name.substring(0, dash), Integer.parseInt(name.substring(dash + 1))));
      } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
        return new Unknown();
      }
    }
    return new Partitions(partitions);
  }
}
