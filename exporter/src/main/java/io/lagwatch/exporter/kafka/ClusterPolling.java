package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicInterest;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * Asks one cluster for the ends of all partitions in use, and every fourth time for the earliest
 * offsets too: those move with retention, in minutes. A partition that is new, or whose end went
 * back (its topic was recreated), is asked for its earliest offset immediately. Not thread-safe.
 */
final class ClusterPolling {
  private static final int EARLIEST_EVERY = 4;

  private final String cluster;
  private final IsolationLevel isolation;
  private final TopicLookup topics;
  private final Clock clock;
  private final Map<TopicPartition, Long> lastEnds = new HashMap<>();
  private final Set<TopicPartition> earliestKnown = new HashSet<>();
  private int untilEarliest;

  ClusterPolling(KafkaCluster cluster, Predicate<String> ours, Clock clock) {
    this.cluster = cluster.name();
    this.isolation = cluster.isolation();
    this.topics = new TopicLookup(ours);
    this.clock = clock;
  }

  /** What was answered, and when the answers came. */
  record Answered(ClusterPoll poll, Instant at) {}

  /**
   * Asks once.
   *
   * @throws PollFailure when the cluster gave no answer at all
   */
  Answered ask(Admin admin, TopicInterest interest, Deadline deadline)
      throws PollFailure, InterruptedException {
    TopicLookup.Found found = topics.find(admin, interest, deadline);
    lastEnds.keySet().retainAll(found.led());
    earliestKnown.retainAll(found.led());
    Set<TopicPartition> dueForEarliest = dueForEarliest(found.led());
    OffsetLookup earliest = lookup(admin, dueForEarliest, OffsetSpec.earliest(), deadline);
    OffsetLookup latest = lookup(admin, found.led(), OffsetSpec.latest(), deadline);
    OffsetLookup.Answers ends = latest.await(deadline);
    failWithoutAnyAnswer(ends);
    Map<TopicPartition, Long> starts = new HashMap<>(earliest.await(deadline).offsets());
    Set<TopicPartition> madeAgain = endsThatWentBack(ends.offsets());
    madeAgain.removeAll(dueForEarliest);
    starts.putAll(
        lookup(admin, madeAgain, OffsetSpec.earliest(), deadline).await(deadline).offsets());
    remember(ends.offsets(), starts.keySet(), madeAgain);
    Instant at = ends.at();
    return new Answered(poll(found, ends, starts), at == null ? clock.instant() : at);
  }

  private OffsetLookup lookup(
      Admin admin, Set<TopicPartition> partitions, OffsetSpec spec, Deadline deadline) {
    return OffsetLookup.ask(admin, partitions, spec, isolation, deadline, clock);
  }

  private Set<TopicPartition> dueForEarliest(Set<TopicPartition> all) {
    if (untilEarliest == 0) {
      return all;
    }
    Set<TopicPartition> unknown = new HashSet<>(all);
    unknown.removeAll(earliestKnown);
    return unknown;
  }

  private static void failWithoutAnyAnswer(OffsetLookup.Answers ends) throws PollFailure {
    @Nullable Throwable failure = ends.failure();
    if (failure != null
        && ends.offsets().isEmpty()
        && ends.failed().values().stream().allMatch(ErrorKind::ofTheCluster)) {
      throw new PollFailure(failure);
    }
  }

  private Set<TopicPartition> endsThatWentBack(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .filter(end -> lastEnds.getOrDefault(end.getKey(), 0L) > end.getValue())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private void remember(
      Map<TopicPartition, Long> ends, Set<TopicPartition> started, Set<TopicPartition> madeAgain) {
    lastEnds.putAll(ends);
    earliestKnown.removeAll(madeAgain);
    earliestKnown.addAll(started);
    untilEarliest = untilEarliest == 0 ? EARLIEST_EVERY - 1 : untilEarliest - 1;
  }

  private ClusterPoll poll(
      TopicLookup.Found found, OffsetLookup.Answers ends, Map<TopicPartition, Long> starts) {
    Map<TopicPartition, ClusterPoll.Offsets> offsets = new HashMap<>();
    ends.offsets().forEach((p, end) -> offsets.put(p, new ClusterPoll.Offsets(end, starts.get(p))));
    Map<TopicPartition, String> unanswered = labels(ends.failed());
    found.leaderless().forEach(p -> unanswered.put(p, ErrorKind.LEADER_UNAVAILABLE.label()));
    return new ClusterPoll(cluster, offsets, unanswered, labels(found.failed()), found.gone());
  }

  private static <K> Map<K, String> labels(Map<K, ErrorKind> kinds) {
    Map<K, String> labels = new HashMap<>();
    kinds.forEach((key, kind) -> labels.put(key, kind.label()));
    return labels;
  }
}
