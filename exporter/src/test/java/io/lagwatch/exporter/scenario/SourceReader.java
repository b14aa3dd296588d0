package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.lag.ClusterPoll.Offsets;
import io.lagwatch.exporter.lag.TopicPartition;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One source of a query: its position, and what the next batch would read of it. */
final class SourceReader {
  private final List<String> topics;
  private final QueryPlan plan;
  private final SimBroker broker;
  private final SortedMap<TopicPartition, Long> position = new TreeMap<>();
  private long lastPlanned;

  SourceReader(List<String> topics, QueryPlan plan, SimBroker broker) {
    this.topics = topics;
    this.plan = plan;
    this.broker = broker;
  }

  /** Takes its place at the start on an empty checkpoint. */
  void open(long second) {
    position.clear();
    latest(second).forEach((p, end) -> position.put(p, end - plan.startsBehind / partitions()));
    lastPlanned = second;
  }

  private int partitions() {
    return topics.stream().mapToInt(t -> broker.topic(t).partitions()).sum();
  }

  List<String> topics() {
    return topics;
  }

  SortedMap<TopicPartition, Long> position() {
    return new TreeMap<>(position);
  }

  /** The ends that the query sees now. */
  SortedMap<TopicPartition, Long> latest(long second) {
    var ends = new TreeMap<TopicPartition, Long>();
    for (String name : topics) {
      SimTopic topic = broker.topic(name);
      for (int p = 0; p < topic.partitions(); p++) {
        TopicPartition key = topic.key(p);
        if (position.containsKey(key) || topic.since(p) + plan.discoveryDelay <= second) {
          ends.put(key, topic.offsets(p).end());
        }
      }
    }
    return ends;
  }

  /** Whether records that it has read are no longer there. */
  boolean lostData() {
    for (var entry : position.entrySet()) {
      Offsets offsets = offsets(entry.getKey());
      if (offsets != null && offsets.end() < entry.getValue()) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Offsets offsets(TopicPartition key) {
    SimTopic topic = broker.topic(key.topic());
    return key.partition() < topic.partitions() ? topic.offsets(key.partition()) : null;
  }

  /**
   * The end offsets of a batch planned now.
   *
   * @param bound how far it may read at most; the latest offsets, or those frozen at a run's start
   * @param limit records it may read at most
   */
  SortedMap<TopicPartition, Long> end(
      SortedMap<TopicPartition, Long> bound, long limit, long second) {
    var waiting = new TreeMap<TopicPartition, Long>();
    bound.forEach((p, end) -> waiting.put(p, Math.max(0, end - from(p))));
    long available = waiting.values().stream().mapToLong(Long::longValue).sum();
    if (available < plan.minOffsets && second - lastPlanned < plan.maxTriggerDelay) {
      return position();
    }
    if (available > 0) {
      lastPlanned = second;
    }
    var end = new TreeMap<TopicPartition, Long>();
    double share = available <= limit ? 1 : (double) limit / available;
    bound.forEach(
        (p, latest) ->
            end.put(p, latest < from(p) ? latest : from(p) + (long) (waiting.get(p) * share)));
    return end;
  }

  /** Where reading of a partition starts; one that is new is read from its beginning. */
  private long from(TopicPartition p) {
    Long at = position.get(p);
    Offsets offsets = offsets(p);
    return at != null ? at : offsets == null || offsets.earliest() == null ? 0 : offsets.earliest();
  }

  /** Records between the position and {@code end} that still exist. */
  long rows(SortedMap<TopicPartition, Long> end) {
    return end.entrySet().stream()
        .mapToLong(e -> Math.max(0, e.getValue() - readable(e.getKey())))
        .sum();
  }

  private long readable(TopicPartition p) {
    Offsets offsets = offsets(p);
    return Math.max(
        from(p), offsets == null || offsets.earliest() == null ? 0 : offsets.earliest());
  }

  void moveTo(SortedMap<TopicPartition, Long> end) {
    position.clear();
    position.putAll(end);
  }
}
