package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.lag.ClusterPoll;
import java.util.Objects;

/** The brokers of a Kafka cluster as the state file holds them. */
public record SavedCluster(String name, ClusterPoll.ClusterIdentity identity) {
  public SavedCluster {
    Objects.requireNonNull(name, "clusters.name is missing");
    Objects.requireNonNull(identity, "clusters.identity is missing");
  }
}
