package io.lagwatch.exporter.watch;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a query reads.
 *
 * @param sources by index; empty before the first batch has ended
 */
public record InputView(RatesView rates, List<SourceView> sources) {

  /**
   * One source over the life of the query.
   *
   * @param isKafka whether its lag can be measured
   * @param consumedByTopic offsets that the position moved since it was first known
   * @param consumed their sum; null for a source that is not Kafka
   * @param lastInputAt when the source last had input; null when that was never seen
   * @param observedSince since when input could have been seen
   * @param arrivalPerSecond records per second that arrive in its topics; null unless known for all
   *     of them
   */
  public record SourceView(
      int index,
      String description,
      boolean isKafka,
      SortedMap<String, Long> consumedByTopic,
      @Nullable Long consumed,
      @Nullable Instant lastInputAt,
      Instant observedSince,
      @Nullable Double arrivalPerSecond) {}
}
