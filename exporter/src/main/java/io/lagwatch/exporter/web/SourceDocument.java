package io.lagwatch.exporter.web;

import io.lagwatch.exporter.watch.InputView;
import java.time.Instant;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One source over the life of the query.
 *
 * @param kafka whether its lag can be measured
 * @param watchedSince since when input could have been seen
 * @param consumedOffsets by topic
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
