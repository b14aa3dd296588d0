package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.config.KafkaCluster;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an admin client. The cluster's configured properties override Lagwatch's
 * defaults. The defaults limit a poll to about one poll interval.
 *
 * @param properties for {@code Admin.create}; may contain secrets
 * @param budget the longest time that one poll may take
 */
record ClientSettings(Map<String, Object> properties, Duration budget) {
  private static final Duration MIN_BUDGET = Duration.ofSeconds(3);
  private static final Duration MAX_BUDGET = Duration.ofSeconds(30);

  ClientSettings {
    properties = Map.copyOf(properties);
  }

  /** Omits the property values because they may be secrets. */
  @Override
  public String toString() {
    return "ClientSettings[properties=%s, budget=%s]".formatted(properties.keySet(), budget);
  }

  static ClientSettings of(KafkaCluster cluster) {
    long defaultBudget =
        Math.max(
            MIN_BUDGET.toMillis(),
            Math.min(MAX_BUDGET.toMillis(), cluster.pollInterval().toMillis()));
    Map<String, String> configured = cluster.properties();
    Integer apiTimeout =
        positiveInteger(configured, AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG);
    Integer requestTimeout =
        positiveInteger(configured, AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG);
    // The client rejects a request timeout that is longer than the timeout of the whole call.
    long budget =
        apiTimeout != null
            ? apiTimeout
            : Math.max(defaultBudget, requestTimeout == null ? 0 : requestTimeout);
    Map<String, Object> all = new HashMap<>();
    all.put(AdminClientConfig.CLIENT_ID_CONFIG, "lagwatch-" + cluster.name());
    all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) budget);
    // Half of the budget, so that a lost request can be sent again within the same poll.
    all.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) (budget / 2));
    all.put(AdminClientConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, budget / 3);
    all.put(AdminClientConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, budget / 2);
    // Nothing reads the client's metrics.
    all.put(AdminClientConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
    all.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, "false");
    all.putAll(configured);
    all.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
    return new ClientSettings(all, Duration.ofMillis(budget));
  }

  /** Returns null also for an invalid number: the client's own error message is more precise. */
  private static @Nullable Integer positiveInteger(Map<String, String> properties, String key) {
    try {
      String text = properties.get(key);
      Integer value = text == null ? null : Integer.valueOf(text.trim());
      return value == null || value <= 0 ? null : value;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
