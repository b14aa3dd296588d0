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
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * Polls the end offsets of all partitions that queries read from one cluster. Every fourth poll
 * also requests the earliest offsets, which retention changes only within minutes. The earliest
 * offset of a new partition is requested immediately. So is that of a partition whose end offset
 * decreased, because its topic was recreated. End offsets of both isolation levels are requested
 * while a source reads at another level than that of the settings. Not thread-safe.
 */
final class ClusterPolling {
  private static final int POLLS_PER_EARLIEST_LOOKUP = 4;

  private final String cluster;
  private final IsolationLevel isolation;
  private final TopicLookup topics;
  private final ClusterDescription description;
  private final Clock clock;
  private final Map<TopicPartition, Long> lastEndOffsets = new HashMap<>();
  private final Map<String, String> lastIds = new HashMap<>();
  private final Set<TopicPartition> withEarliestOffset = new HashSet<>();
  private int pollsUntilEarliestLookup;

  ClusterPolling(KafkaCluster cluster, Clock clock) {
    this.cluster = cluster.name();
    this.isolation = cluster.isolation();
    this.topics = new TopicLookup(topic -> cluster.topics().matcher(topic).matches());
    this.description = new ClusterDescription(cluster, clock);
    this.clock = clock;
  }

  /** The answers of one poll, and the time of the last one. */
  record PollAnswer(ClusterPoll poll, Instant at) {}

  /**
   * Polls the cluster once.
   *
   * @throws PollFailure when the cluster did not answer at all
   */
  PollAnswer poll(Admin admin, TopicInterest interest, Deadline deadline)
      throws PollFailure, InterruptedException {
    DescribeClusterResult described = description.ask(admin, deadline);
    TopicLookup.LookupResult found = topics.find(admin, interest, deadline);
    forgetRecreated(found.ids());
    lastEndOffsets.keySet().retainAll(found.withLeader());
    withEarliestOffset.retainAll(found.withLeader());
    Set<TopicPartition> dueForEarliest = dueForEarliest(found.withLeader());
    OffsetLookup earliest = lookup(admin, dueForEarliest, OffsetSpec.earliest(), deadline);
    OffsetLookup latest = lookup(admin, found.withLeader(), OffsetSpec.latest(), deadline);
    OffsetLookup other =
        OffsetLookup.send(
            admin,
            ofOtherIsolation(interest, found.withLeader()),
            OffsetSpec.latest(),
            isolation == IsolationLevel.READ_COMMITTED
                ? IsolationLevel.READ_UNCOMMITTED
                : IsolationLevel.READ_COMMITTED,
            deadline,
            clock);
    OffsetLookup.Answers latestAnswers = latest.await(deadline);
    failWithoutAnyAnswer(latestAnswers);
    Map<TopicPartition, Long> earliestOffsets = new HashMap<>(earliest.await(deadline).offsets());
    Set<TopicPartition> recreated = withDecreasedEndOffset(latestAnswers.offsets());
    recreated.removeAll(dueForEarliest);
    earliestOffsets.putAll(
        lookup(admin, recreated, OffsetSpec.earliest(), deadline).await(deadline).offsets());
    recordAnswers(latestAnswers.offsets(), earliestOffsets.keySet(), recreated);
    Instant at = latestAnswers.at();
    return new PollAnswer(
        toClusterPoll(
            found,
            latestAnswers,
            earliestOffsets,
            other.await(deadline).offsets(),
            description.await(described, deadline)),
        at == null ? clock.instant() : at);
  }

  /** The offsets of a deleted topic are not those of the topic that was created after it. */
  private void forgetRecreated(Map<String, String> ids) {
    Set<String> recreated =
        ids.entrySet().stream()
            .filter(topic -> !topic.getValue().equals(lastIds.getOrDefault(topic.getKey(), "")))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    lastEndOffsets.keySet().removeIf(partition -> recreated.contains(partition.topic()));
    withEarliestOffset.removeIf(partition -> recreated.contains(partition.topic()));
    lastIds.clear();
    lastIds.putAll(ids);
  }

  private OffsetLookup lookup(
      Admin admin, Set<TopicPartition> partitions, OffsetSpec spec, Deadline deadline) {
    return OffsetLookup.send(admin, partitions, spec, isolation, deadline, clock);
  }

  private static Set<TopicPartition> ofOtherIsolation(
      TopicInterest interest, Set<TopicPartition> all) {
    if (interest.otherIsolation() == null) {
      return Set.of();
    }
    Set<String> topics =
        all.stream()
            .map(TopicPartition::topic)
            .distinct()
            .filter(interest.needsOtherIsolation())
            .collect(Collectors.toSet());
    return all.stream()
        .filter(partition -> topics.contains(partition.topic()))
        .collect(Collectors.toSet());
  }

  private Set<TopicPartition> dueForEarliest(Set<TopicPartition> all) {
    if (pollsUntilEarliestLookup == 0) {
      return all;
    }
    Set<TopicPartition> unknown = new HashSet<>(all);
    unknown.removeAll(withEarliestOffset);
    return unknown;
  }

  private static void failWithoutAnyAnswer(OffsetLookup.Answers latestAnswers) throws PollFailure {
    @Nullable Throwable failure = latestAnswers.failure();
    if (failure != null
        && latestAnswers.offsets().isEmpty()
        && latestAnswers.failed().values().stream().allMatch(ErrorKind::affectsCluster)) {
      throw new PollFailure(failure);
    }
  }

  private Set<TopicPartition> withDecreasedEndOffset(Map<TopicPartition, Long> endOffsets) {
    return endOffsets.entrySet().stream()
        .filter(end -> lastEndOffsets.getOrDefault(end.getKey(), 0L) > end.getValue())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private void recordAnswers(
      Map<TopicPartition, Long> endOffsets,
      Set<TopicPartition> answeredEarliest,
      Set<TopicPartition> recreated) {
    lastEndOffsets.putAll(endOffsets);
    withEarliestOffset.removeAll(recreated);
    withEarliestOffset.addAll(answeredEarliest);
    pollsUntilEarliestLookup =
        pollsUntilEarliestLookup == 0
            ? POLLS_PER_EARLIEST_LOOKUP - 1
            : pollsUntilEarliestLookup - 1;
  }

  private ClusterPoll toClusterPoll(
      TopicLookup.LookupResult found,
      OffsetLookup.Answers latestAnswers,
      Map<TopicPartition, Long> earliestOffsets,
      Map<TopicPartition, Long> otherEnds,
      ClusterPoll.@Nullable ClusterIdentity identity) {
    Map<TopicPartition, ClusterPoll.Offsets> offsets = new HashMap<>();
    latestAnswers
        .offsets()
        .forEach(
            (p, end) ->
                offsets.put(
                    p, new ClusterPoll.Offsets(end, earliestOffsets.get(p), otherEnds.get(p))));
    Map<TopicPartition, String> unanswered = labels(latestAnswers.failed());
    found.withoutLeader().forEach(p -> unanswered.put(p, ErrorKind.LEADER_UNAVAILABLE.label()));
    return new ClusterPoll(
        cluster, offsets, unanswered, labels(found.failed()), found.gone(), found.ids(), identity);
  }

  private static <K> Map<K, String> labels(Map<K, ErrorKind> kinds) {
    Map<K, String> labels = new HashMap<>();
    kinds.forEach((key, kind) -> labels.put(key, kind.label()));
    return labels;
  }
}
