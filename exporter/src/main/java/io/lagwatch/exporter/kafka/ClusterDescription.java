package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.lag.ClusterPoll;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.common.Node;
import org.jspecify.annotations.Nullable;

/**
 * Asks a cluster for its id and the addresses of its brokers: in the first poll that is answered
 * and every ten minutes. A failure does not fail the poll; the next one asks again. Not
 * thread-safe.
 */
final class ClusterDescription {
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  private final List<String> configured;
  private final String isolation;
  private final Clock clock;
  private Instant due = Instant.MIN;

  ClusterDescription(KafkaCluster cluster, Clock clock) {
    var addresses = new ArrayList<>(Arrays.asList(cluster.bootstrapServers().split(",")));
    addresses.addAll(cluster.aliases());
    this.configured = List.copyOf(addresses);
    this.isolation = cluster.isolation().toString();
    this.clock = clock;
  }

  /** Sends the request and does not wait; null if it is not due. */
  @Nullable DescribeClusterResult ask(Admin admin, Deadline deadline) {
    return clock.instant().isBefore(due)
        ? null
        : admin.describeCluster(new DescribeClusterOptions().timeoutMs(deadline.millis()));
  }

  /** The answer; null if there is none. */
  ClusterPoll.@Nullable ClusterIdentity await(
      @Nullable DescribeClusterResult asked, Deadline deadline) throws InterruptedException {
    if (asked == null) {
      return null;
    }
    try {
      var brokers = new ArrayList<String>();
      for (Node broker : deadline.await(asked.nodes())) {
        brokers.add(address(broker));
      }
      String id = deadline.await(asked.clusterId());
      due = clock.instant().plus(INTERVAL);
      return new ClusterPoll.ClusterIdentity(
          id, brokers.stream().sorted().toList(), configured, isolation);
    } catch (ExecutionException e) {
      return null;
    }
  }

  private static String address(Node broker) {
    String host = broker.host();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + broker.port();
  }
}
