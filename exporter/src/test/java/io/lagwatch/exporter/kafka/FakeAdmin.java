package io.lagwatch.exporter.kafka;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.DescribeConfigsResult;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;

/**
 * An admin client with answers that are difficult to get from a real broker. It answers
 * immediately.
 */
final class FakeAdmin {
  static final Node LEADER = new Node(1, "broker", 9092);

  /** Offsets or error of each partition; null if it has no leader. */
  final Map<TopicPartition, Log> logs =
      new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));

  final Map<String, RuntimeException> failingTopics = new HashMap<>();

  /** True if topic lookups are never answered. */
  volatile boolean silent;

  final List<String> requests = new CopyOnWriteArrayList<>();

  /** The configuration of topics; others may not be described. */
  final Map<String, List<ConfigEntry>> configs = new HashMap<>();

  final List<String> configRequests = new CopyOnWriteArrayList<>();

  /**
   * One partition's log.
   *
   * @param stable the last stable offset
   */
  record Log(long earliest, long end, long stable, RuntimeException error) {
    static Log of(long earliest, long end) {
      return withOpenTransaction(earliest, end, end);
    }

    static Log withOpenTransaction(long earliest, long stable, long end) {
      return new Log(earliest, end, stable, null);
    }

    static Log failing(RuntimeException error) {
      return new Log(0, 0, 0, error);
    }
  }

  void log(String topic, int partition, Log log) {
    logs.put(new TopicPartition(topic, partition), log);
  }

  Admin admin() {
    return (Admin)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "describeTopics" -> describe(arguments[0]);
                  case "describeCluster" -> describeCluster();
                  case "listOffsets" -> listOffsets(arguments[0], arguments[1]);
                  case "describeConfigs" -> describeConfigs(arguments[0]);
                  case "close" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private DescribeTopicsResult describe(Object names) {
    Map<String, KafkaFuture<TopicDescription>> answers = new HashMap<>();
    for (Object name : (Collection<?>) names) {
      answers.put((String) name, future((String) name));
    }
    return new DescribeTopicsResult(null, answers) {};
  }

  /** The client has no public constructor of this result. */
  private DescribeClusterResult describeCluster() throws ReflectiveOperationException {
    var constructor =
        DescribeClusterResult.class.getDeclaredConstructor(
            KafkaFuture.class, KafkaFuture.class, KafkaFuture.class, KafkaFuture.class);
    constructor.setAccessible(true);
    Node broker = new Node(1, "broker", 9092);
    return constructor.newInstance(
        KafkaFuture.completedFuture(List.of(broker)),
        KafkaFuture.completedFuture(broker),
        KafkaFuture.completedFuture("cluster-id"),
        KafkaFuture.completedFuture(null));
  }

  private KafkaFuture<TopicDescription> future(String topic) {
    if (silent) {
      return new KafkaFutureImpl<>();
    }
    List<TopicPartitionInfo> partitions = new ArrayList<>();
    logs.forEach(
        (p, log) -> {
          if (p.topic().equals(topic)) {
            Node leader = log == null ? null : LEADER;
            partitions.add(new TopicPartitionInfo(p.partition(), leader, List.of(), List.of()));
          }
        });
    RuntimeException error = failingTopics.get(topic);
    if (error != null) {
      return failed(error);
    }
    return partitions.isEmpty()
        ? failed(new UnknownTopicOrPartitionException())
        : KafkaFuture.completedFuture(new TopicDescription(topic, false, partitions));
  }

  private DescribeConfigsResult describeConfigs(Object resources) {
    Map<ConfigResource, KafkaFuture<Config>> answers = new HashMap<>();
    for (Object resource : (Collection<?>) resources) {
      ConfigResource topic = (ConfigResource) resource;
      configRequests.add(topic.name());
      List<ConfigEntry> config = configs.get(topic.name());
      answers.put(
          topic,
          config == null
              ? failed(new TopicAuthorizationException("no DescribeConfigs"))
              : KafkaFuture.completedFuture(new Config(config)));
    }
    return new DescribeConfigsResult(answers) {};
  }

  private ListOffsetsResult listOffsets(Object request, Object options) {
    boolean committed =
        ((ListOffsetsOptions) options).isolationLevel() == IsolationLevel.READ_COMMITTED;
    Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> answers = new HashMap<>();
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) request).entrySet()) {
      TopicPartition partition = (TopicPartition) entry.getKey();
      boolean latest = entry.getValue() instanceof OffsetSpec.LatestSpec;
      requests.add((latest ? "latest " : "earliest ") + partition);
      Log log = logs.get(partition);
      answers.put(
          partition,
          log.error() != null
              ? failed(log.error())
              : KafkaFuture.completedFuture(
                  new ListOffsetsResultInfo(
                      latest ? committed ? log.stable() : log.end() : log.earliest(),
                      -1,
                      Optional.empty())));
    }
    return new ListOffsetsResult(answers);
  }

  private static <T> KafkaFuture<T> failed(RuntimeException error) {
    KafkaFutureImpl<T> future = new KafkaFutureImpl<>();
    future.completeExceptionally(error);
    return future;
  }
}
