package io.lagwatch.exporter.web;

import io.lagwatch.exporter.watch.InputView;
import java.time.Instant;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One source over all runs of the query. Immutable.
 *
 * @param kafka true for a Kafka source: only its lag can be measured
 * @param watchedSince when the exporter started to observe the source
 * @param consumedOffsets offsets that the position has advanced, by topic
 */
record SourceDocument(
    int index,
    String description,
    boolean kafka,
    @Nullable Instant lastInputAt,
    Instant watchedSince,
    SortedMap<String, Long> consumedOffsets) {
  static SourceDocument of(InputView.SourceView source) {
    return new SourceDocument(
        source.index(),
        source.description(),
        source.isKafka(),
        source.lastInputAt(),
        source.observedSince(),
        source.consumedByTopic());
  }
}
