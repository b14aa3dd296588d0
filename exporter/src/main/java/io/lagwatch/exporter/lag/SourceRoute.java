package io.lagwatch.exporter.lag;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The Kafka cluster that a source reads, and how it was determined. Immutable.
 *
 * @param cluster its name in the settings, several separated by commas if the topics of the source
 *     are looked up in several; null if it is not decided
 * @param candidates the clusters between which it was not decided; else empty
 * @param bootstrapServers the addresses that the driver reports; null if it reports none
 */
public record SourceRoute(
    @Nullable String cluster,
    RoutedBy routedBy,
    List<String> candidates,
    @Nullable String bootstrapServers) {
  public SourceRoute {
    candidates = List.copyOf(candidates);
  }
}
