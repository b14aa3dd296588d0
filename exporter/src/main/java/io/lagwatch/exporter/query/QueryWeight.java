package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes how much heap a query needs, in partitions. A partition with its history and its part of
 * a scrape needs about 10 KB (see {@link Capacity}).
 */
final class QueryWeight {
  /** A description is stored once and is part of every response that contains the query. */
  private static final int DESCRIPTION_CHARACTERS_PER_PARTITION = 1_000;

  /**
   * About 100 samples of the query have these labels. Labels of the usual length need no extra
   * size.
   */
  private static final int LABEL_BYTES_PER_QUERY_SIZE = 250;

  private static final int QUERY_SIZE = 6;

  private QueryWeight() {}

  /** Returns the size of a reported query, without the fixed size of a query. */
  static long of(Report report, Report.QueryReport query) {
    Progress progress = query.progress();
    return labels(report.app().name(), query.name()) + (progress == null ? 0 : of(progress));
  }

  /** Returns the size of labels that are longer than usual. */
  static long labels(String app, @Nullable String name) {
    long bytes = bytes(app) + (name == null ? 0 : bytes(name));
    return bytes / LABEL_BYTES_PER_QUERY_SIZE * QUERY_SIZE;
  }

  static long of(Progress progress) {
    return operators(progress.stateOperators()) + sources(progress.sources());
  }

  /**
   * Returns the size of the state operators. The first operator and the first source are part of
   * the fixed size of a query.
   */
  private static long operators(List<Progress.StateOperator> operators) {
    return Math.max(0, operators.size() - 1);
  }

  private static long sources(List<Progress.Source> sources) {
    long weight = Math.max(0, sources.size() - 1);
    for (Progress.Source source : sources) {
      weight +=
          source.partitions()
              + source.description().length() / DESCRIPTION_CHARACTERS_PER_PARTITION;
    }
    return weight;
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
