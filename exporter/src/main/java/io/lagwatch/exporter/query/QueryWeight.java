package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
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

  private static final int BYTES_PER_PARTITION = 10_000;

  /** An entry of a histogram with its bound and its count. */
  private static final int BOUND_BYTES = 100;

  /** Listeners have fewer bounds, and ids as short as Spark's. */
  private static final int USUAL_BOUNDS = 20;

  private static final int USUAL_ID_CHARACTERS = 50;

  /** Two bytes per character, once in the query and once in what is saved. */
  private static final int ID_BYTES_PER_CHARACTER = 4;

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

  /** Bytes of a run beyond those of a usual one. */
  static long ofRun(String runId, String agentInstance, Totals totals) {
    long bounds = Math.max(0, totals.batchSeconds().buckets().size() - USUAL_BOUNDS);
    return BOUND_BYTES * bounds + ofId(runId) + ofId(agentInstance);
  }

  /** Bytes of an id beyond those of a usual one. */
  static long ofId(String id) {
    return ID_BYTES_PER_CHARACTER * Math.max(0L, id.length() - USUAL_ID_CHARACTERS);
  }

  /** What these bytes count as. */
  static long ofBytes(long bytes) {
    return bytes / BYTES_PER_PARTITION;
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
