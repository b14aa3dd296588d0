package io.lagwatch.exporter.lag;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The topics or partitions that a Kafka source reads, taken from its description, in which Spark
 * prints its consumer strategy: {@code KafkaV2[Subscribe[a, b]]}, {@code
 * KafkaV2[SubscribePattern[a-.*]]} or {@code KafkaV2[Assign[a-0, a-1]]} (the same from 2.4 to 4.2).
 * Immutable.
 */
public sealed interface Subscription {
  /** {@code <source>[<strategy>[<what>]]}. */
  Pattern SHAPE =
      Pattern.compile("\\w+\\[(Subscribe|SubscribePattern|Assign)\\[(.*)]]", Pattern.DOTALL);

  /** The topics that the source reads, as far as they are known. */
  Set<String> topics(BrokerOffsets brokers);

  /** True if the source reads this partition of one of its topics. */
  default boolean reads(TopicPartition partition) {
    return true;
  }

  /** Topics by name. */
  record TopicNames(Set<String> topics) implements Subscription {
    public TopicNames {
      topics = Set.copyOf(topics);
    }

    @Override
    public Set<String> topics(BrokerOffsets brokers) {
      return topics;
    }
  }

  /** All topics that match a regular expression. */
  record Matching(String pattern) implements Subscription {
    @Override
    public Set<String> topics(BrokerOffsets brokers) {
      return brokers.topicsMatching(pattern);
    }
  }

  /** Partitions by name; the source does not read the other partitions of these topics. */
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

  /** The description has another form. Only the offsets show which partitions the source reads. */
  record Unknown() implements Subscription {
    @Override
    public Set<String> topics(BrokerOffsets brokers) {
      return Set.of();
    }
  }

  /**
   * The subscription in a description. Never throws: a description of any other form gives {@link
   * Unknown}. Spark keeps duplicates of the option {@code subscribe}; they count once.
   */
  static Subscription of(String description) {
    Matcher strategy = SHAPE.matcher(description);
    if (!strategy.matches()) {
      return new Unknown();
    }
    String inner = strategy.group(2);
    return switch (strategy.group(1)) {
      case "Subscribe" -> subscribed(inner);
      case "SubscribePattern" -> new Matching(inner);
      default -> assigned(inner);
    };
  }

  private static Subscription subscribed(String inner) {
    var topics = new TreeSet<>(List.of(inner.split(", ", -1)));
    topics.remove("");
    return topics.isEmpty() ? new Unknown() : new TopicNames(topics);
  }

  private static Subscription assigned(String inner) {
    var partitions = new TreeSet<TopicPartition>();
    for (String name : inner.split(", ", -1)) {
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
