package io.lagwatch.exporter.web;

import io.lagwatch.exporter.lag.SourceRoute;
import io.lagwatch.exporter.watch.InputView;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One source over all runs of the query. Immutable.
 *
 * @param kafka true for a Kafka source: only its lag can be measured
 * @param watchedSince when the exporter started to observe the source
 * @param consumedOffsets offsets that the position has advanced, by topic
 * @param cluster which Kafka cluster it reads
 */
record SourceDocument(
    int index,
    String description,
    boolean kafka,
    @Nullable Instant lastInputAt,
    Instant watchedSince,
    SortedMap<String, Long> consumedOffsets,
    @Nullable ClusterOfSource cluster) {

  /**
   * The Kafka cluster of a source.
   *
   * @param name null while it is not determined
   * @param routedBy how it was determined, or why not
   * @param bootstrapServers as the driver reports them
   * @param candidates the clusters between which it was not determined
   */
  record ClusterOfSource(
      @Nullable String name,
      String routedBy,
      @Nullable String bootstrapServers,
      List<String> candidates) {
    static @Nullable ClusterOfSource of(@Nullable SourceRoute route) {
      return route == null
          ? null
          : new ClusterOfSource(
              route.cluster(),
              route.routedBy().label(),
              route.bootstrapServers(),
              route.candidates());
    }
  }

  static SourceDocument of(InputView.SourceView source) {
    return new SourceDocument(
        source.index(),
        source.description(),
        source.isKafka(),
        source.lastInputAt(),
        source.observedSince(),
        source.consumedByTopic(),
        ClusterOfSource.of(source.route()));
  }
}
