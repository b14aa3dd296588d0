package io.lagwatch.exporter.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lagwatch.exporter.watch.QueryView;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One query in the API. Times are ISO-8601 in UTC by the exporter's clock; durations are in
 * seconds. Offsets and counts are whole numbers that may exceed 2<sup>53</sup>: a client that reads
 * numbers as doubles rounds them. {@code null} means unknown or not applicable, never 0. Immutable.
 *
 * @param sources the sources; empty before the first batch has completed
 * @param alerts the states of all rules that apply
 * @param signals signals and thresholds by metric name without prefix. Unknown values are omitted
 * @param partitions null, and then omitted, in the list of all queries
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

  /** Returns the document without partitions. */
  static QueryDocument summary(QueryView query) {
    return of(query, null);
  }

  /** Returns the document with partitions. */
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
