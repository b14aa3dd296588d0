package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.lag.TopicInterest;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.lag.TopicPattern;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** Finds the partitions of the topics that are polled from one cluster. Immutable. */
final class TopicLookup {
  /**
   * The names that Kafka accepts for topics. Other names are not sent, because one invalid name can
   * make the whole request fail.
   */
  private static final Pattern VALID_NAME = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

  private final Predicate<String> mayHave;

  /**
   * @param mayHave whether a topic is looked up in this cluster while it is not known which cluster
   *     a source reads
   */
  TopicLookup(Predicate<String> mayHave) {
    this.mayHave = mayHave;
  }

  /**
   * The result of a lookup.
   *
   * @param withLeader partitions that have a leader
   * @param withoutLeader partitions without a leader. They are not polled, because the request
   *     would time out
   * @param failed topics and patterns that could not be looked up
   * @param gone topics that do not exist on the brokers
   * @param ids Kafka's ids of the topics; absent if the brokers report none
   */
  record LookupResult(
      Set<TopicPartition> withLeader,
      Set<TopicPartition> withoutLeader,
      Map<String, ErrorKind> failed,
      Set<String> gone,
      Map<String, String> ids) {}

  /**
   * Looks up the topics. Without any topic, it checks only that the cluster answers.
   *
   * <p>Any broker can answer, so a single broker that hangs must not fail the poll. After half of
   * the time the request is sent again, on another connection. The client should do so itself after
   * {@code request.timeout.ms}. But without other activity it wakes up only at the deadline of the
   * call (seen with kafka-clients 4.3.1).
   *
   * @throws PollFailure when the cluster did not answer at all
   */
  LookupResult find(Admin admin, TopicInterest interest, Deadline deadline)
      throws PollFailure, InterruptedException {
    try {
      return findOnce(admin, interest, deadline.half());
    } catch (PollFailure e) {
      if (e.kind() != ErrorKind.TIMEOUT && e.kind() != ErrorKind.CONNECTION) {
        throw e;
      }
      return findOnce(admin, interest, deadline);
    }
  }

  private LookupResult findOnce(Admin admin, TopicInterest interest, Deadline deadline)
      throws PollFailure, InterruptedException {
    LookupResult found =
        new LookupResult(
            new HashSet<>(), new HashSet<>(), new HashMap<>(), new HashSet<>(), new HashMap<>());
    Set<String> names = new HashSet<>(interest.topics());
    if (!interest.patterns().isEmpty() || !interest.patternsOfAnyCluster().isEmpty()) {
      names.addAll(matching(interest, topics(admin, deadline), found.failed));
    } else if (names.isEmpty()) {
      checkThatClusterAnswers(admin, deadline);
    }
    names.removeIf(
        name -> {
          boolean invalid = !VALID_NAME.matcher(name).matches();
          if (invalid) {
            found.gone.add(name);
          }
          return invalid;
        });
    describe(admin, names, deadline, found);
    return found;
  }

  private static void checkThatClusterAnswers(Admin admin, Deadline deadline)
      throws PollFailure, InterruptedException {
    var options = new DescribeClusterOptions().timeoutMs(deadline.millis());
    get(admin.describeCluster(options).clusterId(), deadline);
  }

  /** Returns all topics except internal ones. Spark does not read internal topics either. */
  private static Set<String> topics(Admin admin, Deadline deadline)
      throws PollFailure, InterruptedException {
    var options = new ListTopicsOptions().timeoutMs(deadline.millis());
    return get(admin.listTopics(options).names(), deadline);
  }

  private Set<String> matching(
      TopicInterest interest, Set<String> topics, Map<String, ErrorKind> failed) {
    Set<String> matching = new HashSet<>();
    addMatching(interest.patterns(), topics, matching, failed);
    addMatching(
        interest.patternsOfAnyCluster(),
        topics.stream().filter(mayHave).collect(Collectors.toSet()),
        matching,
        failed);
    return matching;
  }

  private static void addMatching(
      Set<String> patterns,
      Set<String> topics,
      Set<String> matching,
      Map<String, ErrorKind> failed) {
    for (String regex : patterns) {
      TopicPattern pattern = TopicPattern.of(regex);
      if (!pattern.valid()) {
        failed.put(regex, ErrorKind.INVALID_PATTERN);
      }
      topics.stream().filter(pattern::matches).forEach(matching::add);
    }
  }

  private static void describe(
      Admin admin, Collection<String> names, Deadline deadline, LookupResult found)
      throws PollFailure, InterruptedException {
    if (names.isEmpty()) {
      return;
    }
    DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(deadline.millis());
    Throwable clusterFailure = null;
    var answers = new TreeMap<>(admin.describeTopics(names, options).topicNameValues());
    for (Map.Entry<String, KafkaFuture<TopicDescription>> answer : answers.entrySet()) {
      try {
        addPartitions(deadline.await(answer.getValue()), found);
      } catch (ExecutionException e) {
        ErrorKind kind = ErrorKind.of(e);
        if (kind == ErrorKind.UNKNOWN_TOPIC) {
          found.gone.add(answer.getKey());
        } else {
          found.failed.put(answer.getKey(), kind);
          clusterFailure = kind.affectsCluster() ? e : clusterFailure;
        }
      }
    }
    boolean noAnswer =
        found.withLeader.isEmpty()
            && found.withoutLeader.isEmpty()
            && found.gone.isEmpty()
            && found.failed.values().stream().allMatch(ErrorKind::affectsCluster);
    if (noAnswer && clusterFailure != null) {
      throw new PollFailure(clusterFailure);
    }
  }

  private static void addPartitions(TopicDescription topic, LookupResult found) {
    @Nullable Uuid id = topic.topicId();
    if (id != null && !id.equals(Uuid.ZERO_UUID)) {
      found.ids.put(topic.name(), id.toString());
    }
    for (TopicPartitionInfo info : topic.partitions()) {
      TopicPartition partition = new TopicPartition(topic.name(), info.partition());
      @Nullable Node leader = info.leader();
      (leader == null || leader.isEmpty() ? found.withoutLeader : found.withLeader).add(partition);
    }
  }

  private static <T> T get(KafkaFuture<T> future, Deadline deadline)
      throws PollFailure, InterruptedException {
    try {
      return deadline.await(future);
    } catch (ExecutionException e) {
      throw new PollFailure(e);
    }
  }
}
