package io.lagwatch.exporter.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The setting {@code queries[].kafka}: the names of the Kafka clusters that the sources of a query
 * read.
 *
 * @param every the cluster of all sources; null if it is not set
 * @param bySource the cluster of single sources, by the index of the source
 */
public record SourceClusters(@Nullable String every, Map<Integer, String> bySource) {
  public static final SourceClusters NONE = new SourceClusters(null, Map.of());

  public SourceClusters {
    bySource = Map.copyOf(bySource);
  }

  /** The name of the cluster that a source reads; null if the settings do not say. */
  public @Nullable String of(int source) {
    return bySource.getOrDefault(source, every);
  }
}
