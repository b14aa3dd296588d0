package io.lagwatch.exporter.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up how long one cluster keeps the records of its topics: every half hour, and when there is
 * a new topic. This needs the permission DescribeConfigs. Without it, retention stays unknown. Not
 * thread-safe.
 */
final class RetentionLookup {
  private static final Logger LOG = LoggerFactory.getLogger(RetentionLookup.class);
  private static final long INTERVAL_NANOS = Duration.ofMinutes(30).toNanos();

  private Set<String> lookedUp = Set.of();
  private long dueAt;

  /**
   * Returns the retention time of each topic that has one; null if no lookup is due.
   *
   * @param now {@link System#nanoTime()}
   */
  @Nullable Map<String, Duration> find(Admin admin, Set<String> topics, Deadline deadline, long now)
      throws InterruptedException {
    boolean due = lookedUp.isEmpty() || now - dueAt >= 0 || !lookedUp.containsAll(topics);
    if (topics.isEmpty() || !due) {
      return null;
    }
    lookedUp = Set.copyOf(topics);
    dueAt = now + INTERVAL_NANOS;
    List<ConfigResource> resources =
        topics.stream().map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic)).toList();
    var options = new DescribeConfigsOptions().timeoutMs(deadline.millis());
    var retentions = new HashMap<String, Duration>();
    for (Map.Entry<ConfigResource, KafkaFuture<Config>> answer :
        admin.describeConfigs(resources, options).values().entrySet()) {
      String topic = answer.getKey().name();
      try {
        Duration retention = retention(deadline.await(answer.getValue()));
        if (retention != null) {
          retentions.put(topic, retention);
        }
      } catch (ExecutionException e) {
        LOG.debug("cannot look up the retention of topic {}", topic, e);
      }
    }
    return retentions;
  }

  private static @Nullable Duration retention(Config config) {
    ConfigEntry policy = config.get("cleanup.policy");
    ConfigEntry millis = config.get("retention.ms");
    boolean deletes = policy == null || policy.value() == null || policy.value().contains("delete");
    if (!deletes || millis == null || millis.value() == null) {
      return null;
    }
    long value = Long.parseLong(millis.value());
    return value < 0 ? null : Duration.ofMillis(value);
  }
}
