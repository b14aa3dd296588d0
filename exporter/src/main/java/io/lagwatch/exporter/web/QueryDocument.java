package io.lagwatch.exporter.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lagwatch.exporter.watch.QueryView;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One query as the API shows it. Times are ISO-8601 in UTC by the exporter's clock, durations are
 * seconds, offsets and counts are whole numbers that may exceed 2<sup>53</sup> (a reader that keeps
 * numbers as doubles loses their last digits). {@code null} means unknown or not applicable, never
 * 0.
 *
 * @param sources what the query reads; empty before the first batch has completed
 * @param alerts every rule that applies, with its sentence
 * @param signals what the rules look at, and their thresholds, by metric name without prefix; what
 *     is unknown is left out
 * @param partitions null, and then left out, unless one query is asked for
 */
record QueryDocument(
    @JsonUnwrapped IdentityDocument identity,
    @JsonUnwrapped RunDocument run,
    @JsonUnwrapped BatchesDocument batches,
    LagDocument lag,
    List<SourceDocument> sources,
    List<AlertDocument> alerts,
    SortedMap<String, Double> signals,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<PartitionDocument> partitions) {
  private static final String PREFIX = "spark_streaming_";

  /** All but the partitions. */
  static QueryDocument summary(QueryView query) {
    return of(query, null);
  }

  /** The summary with the partitions. */
  static QueryDocument full(QueryView query) {
    return of(query, query.lag().partitions().stream().map(PartitionDocument::of).toList());
  }

  private static QueryDocument of(QueryView query, @Nullable List<PartitionDocument> partitions) {
    return new QueryDocument(
        IdentityDocument.of(query.identity()),
        RunDocument.of(query),
        BatchesDocument.of(query),
        LagDocument.of(query.lag()),
        query.sources().stream().map(SourceDocument::of).toList(),
        query.alerts().stream().map(AlertDocument::of).toList(),
        signals(query.alertStates().numbers()),
        partitions);
  }

  private static SortedMap<String, Double> signals(SortedMap<String, Double> numbers) {
    var signals = new TreeMap<String, Double>();
    numbers.forEach((name, value) -> signals.put(name.substring(PREFIX.length()), value));
    return signals;
  }
}
