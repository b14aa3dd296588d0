package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.config.KafkaCluster;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.jspecify.annotations.Nullable;

/**
 * What an admin client is made with: the cluster's own properties over Lagwatch's defaults, which
 * keep a poll about as short as its interval.
 *
 * @param properties for {@code Admin.create}; may hold secrets
 * @param budget how long one poll may last
 */
record ClientSettings(Map<String, Object> properties, Duration budget) {
  private static final Duration SHORTEST = Duration.ofSeconds(3);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  ClientSettings {
    properties = Map.copyOf(properties);
  }

  /** Leaves out the values: they may be secrets. */
  @Override
  public String toString() {
    return "ClientSettings[properties=%s, budget=%s]".formatted(properties.keySet(), budget);
  }

  static ClientSettings of(KafkaCluster cluster) {
    long wanted =
        Math.max(
            SHORTEST.toMillis(), Math.min(LONGEST.toMillis(), cluster.pollInterval().toMillis()));
    Map<String, String> own = cluster.properties();
    Integer ownApi = number(own, AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG);
    Integer ownRequest = number(own, AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG);
    // The client refuses a request timeout above the one of the whole call.
    long budget = ownApi != null ? ownApi : Math.max(wanted, ownRequest == null ? 0 : ownRequest);
    Map<String, Object> all = new HashMap<>();
    all.put(AdminClientConfig.CLIENT_ID_CONFIG, "lagwatch-" + cluster.name());
    all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) budget);
    // Half, so that there is time to send a lost request once more within the poll.
    all.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) (budget / 2));
    all.put(AdminClientConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, budget / 3);
    all.put(AdminClientConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, budget / 2);
    // Nobody reads them.
    all.put(AdminClientConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
    all.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, "false");
    all.putAll(own);
    all.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
    return new ClientSettings(all, Duration.ofMillis(budget));
  }

  /** Null also for what is no positive number: the client says so better. */
  private static @Nullable Integer number(Map<String, String> properties, String key) {
    try {
      String text = properties.get(key);
      Integer value = text == null ? null : Integer.valueOf(text.trim());
      return value == null || value <= 0 ? null : value;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
