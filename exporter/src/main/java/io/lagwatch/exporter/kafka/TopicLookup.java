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
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.jspecify.annotations.Nullable;

/** Finds the partitions of the topics that a cluster is asked about. */
final class TopicLookup {
  /** What Kafka takes as a topic's name. Others are not sent: one could spoil the whole request. */
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

  private final Predicate<String> ours;

  /**
   * @param ours whether this cluster is the one that is asked about a topic
   */
  TopicLookup(Predicate<String> ours) {
    this.ours = ours;
  }

  /**
   * What was found.
   *
   * @param led partitions that somebody can be asked about
   * @param leaderless partitions that nobody leads now: asking would only wait for a timeout
   * @param failed topics, or patterns, that could not be looked up
   * @param gone topics that the brokers do not have
   */
  record Found(
      Set<TopicPartition> led,
      Set<TopicPartition> leaderless,
      Map<String, ErrorKind> failed,
      Set<String> gone) {}

  /**
   * Looks topics up. Without any topic the cluster is still asked for a sign of life.
   *
   * <p>Any broker can answer, so a broker that hangs must not fail the poll: the question is asked
   * again, when half of the time has gone, on what is then another connection. The client would do
   * so by itself after {@code request.timeout.ms}, but while nothing else happens it sleeps through
   * that and wakes at the call's own deadline (seen with kafka-clients 4.3.1).
   *
   * @throws PollFailure when the cluster did not answer at all
   */
  Found find(Admin admin, TopicInterest interest, Deadline deadline)
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

  private Found findOnce(Admin admin, TopicInterest interest, Deadline deadline)
      throws PollFailure, InterruptedException {
    Found found = new Found(new HashSet<>(), new HashSet<>(), new HashMap<>(), new HashSet<>());
    Set<String> names = new HashSet<>(interest.topics());
    names.removeIf(ours.negate());
    if (!interest.patterns().isEmpty()) {
      names.addAll(matching(interest.patterns(), topics(admin, deadline), found.failed));
    } else if (names.isEmpty()) {
      askForLife(admin, deadline);
    }
    names.removeIf(
        name -> {
          boolean impossible = !LEGAL.matcher(name).matches();
          if (impossible) {
            found.gone.add(name);
          }
          return impossible;
        });
    describe(admin, names, deadline, found);
    return found;
  }

  private static void askForLife(Admin admin, Deadline deadline)
      throws PollFailure, InterruptedException {
    var options = new DescribeClusterOptions().timeoutMs(deadline.millis());
    get(admin.describeCluster(options).clusterId(), deadline);
  }

  /** Internal topics are left out, as Spark leaves them out. */
  private static Set<String> topics(Admin admin, Deadline deadline)
      throws PollFailure, InterruptedException {
    var options = new ListTopicsOptions().timeoutMs(deadline.millis());
    return get(admin.listTopics(options).names(), deadline);
  }

  private Set<String> matching(
      Set<String> patterns, Set<String> topics, Map<String, ErrorKind> failed) {
    Set<String> matching = new HashSet<>();
    for (String regex : patterns) {
      TopicPattern pattern = TopicPattern.of(regex);
      if (!pattern.valid()) {
        failed.put(regex, ErrorKind.INVALID_PATTERN);
      }
      topics.stream().filter(ours).filter(pattern::matches).forEach(matching::add);
    }
    return matching;
  }

  private static void describe(
      Admin admin, Collection<String> names, Deadline deadline, Found found)
      throws PollFailure, InterruptedException {
    if (names.isEmpty()) {
      return;
    }
    DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(deadline.millis());
    Throwable ofTheCluster = null;
    var answers = new TreeMap<>(admin.describeTopics(names, options).topicNameValues());
    for (Map.Entry<String, KafkaFuture<TopicDescription>> answer : answers.entrySet()) {
      try {
        sort(deadline.await(answer.getValue()), found);
      } catch (ExecutionException e) {
        ErrorKind kind = ErrorKind.of(e);
        if (kind == ErrorKind.UNKNOWN_TOPIC) {
          found.gone.add(answer.getKey());
        } else {
          found.failed.put(answer.getKey(), kind);
          ofTheCluster = kind.ofTheCluster() ? e : ofTheCluster;
        }
      }
    }
    boolean nothing =
        found.led.isEmpty()
            && found.leaderless.isEmpty()
            && found.gone.isEmpty()
            && found.failed.values().stream().allMatch(ErrorKind::ofTheCluster);
    if (nothing && ofTheCluster != null) {
      throw new PollFailure(ofTheCluster);
    }
  }

  private static void sort(TopicDescription topic, Found found) {
    for (TopicPartitionInfo info : topic.partitions()) {
      TopicPartition partition = new TopicPartition(topic.name(), info.partition());
      @Nullable Node leader = info.leader();
      (leader == null || leader.isEmpty() ? found.leaderless : found.led).add(partition);
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
