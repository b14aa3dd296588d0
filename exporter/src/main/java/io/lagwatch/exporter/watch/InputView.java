package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.lag.SourceRoute;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The input of a query. Immutable.
 *
 * @param sources the sources by index; empty before the first batch has completed
 */
public record InputView(RatesView rates, List<SourceView> sources) {

  /**
   * One source over all runs of the query.
   *
   * @param isKafka true for a Kafka source: only its lag can be measured
   * @param consumedByTopic offsets that the position has advanced per topic since it was first
   *     known
   * @param lastInputAt when the source last had input; null if it never had
   * @param observedSince when the exporter started to observe the source
   * @param arrivalPerSecond records per second that arrive in its topics; null if unknown for one
   *     of them
   * @param route which Kafka cluster it reads; null while nothing decides it, and for other sources
   */
  public record SourceView(
      int index,
      String description,
      boolean isKafka,
      SortedMap<String, Long> consumedByTopic,
      @Nullable Instant lastInputAt,
      Instant observedSince,
      @Nullable Double arrivalPerSecond,
      @Nullable SourceRoute route) {

    /** Offsets that the position moved, in all topics; null for a source that is not Kafka. */
    public @Nullable Long consumed() {
      return isKafka ? consumedByTopic.values().stream().reduce(0L, SaturatingMath::add) : null;
    }
  }
}
