package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.ClusterPoll.Offsets;
import io.lagwatch.exporter.lag.TopicPartition;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** One Kafka cluster with its topics. */
final class SimBroker {
  static final String CLUSTER = "default";

  private final Map<String, SimTopic> topics = new LinkedHashMap<>();

  SimBroker(List<TopicPlan> plans, long seed) {
    for (TopicPlan plan : plans) {
      topics.put(plan.name, new SimTopic(plan, new SplittableRandom(seed ^ plan.name.hashCode())));
    }
  }

  void step(long second) {
    topics.values().forEach(topic -> topic.step(second));
  }

  SimTopic topic(String name) {
    SimTopic topic = topics.get(name);
    if (topic == null) {
      throw new IllegalArgumentException(
          "topic: expected one of " + topics.keySet() + ", found " + name);
    }
    return topic;
  }

  ClusterPoll poll(long second) {
    var offsets = new HashMap<TopicPartition, Offsets>();
    var unanswered = new HashMap<TopicPartition, String>();
    for (SimTopic topic : topics.values()) {
      for (int p = 0; p < topic.partitions(); p++) {
        if (topic.answers(p, second)) {
          offsets.put(topic.key(p), topic.offsets(p));
        } else {
          unanswered.put(topic.key(p), "LEADER_NOT_AVAILABLE");
        }
      }
    }
    return new ClusterPoll(CLUSTER, offsets, unanswered, Map.of(), Set.of());
  }
}
