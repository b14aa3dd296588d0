package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits of what is kept: a report that exceeds them is rejected. Immutable.
 *
 * @param maxQueries query ids that are visible at once
 * @param maxPartitions partitions of the sources of all visible queries together
 * @param partitionsPerQuery the number of partitions that a query counts as, in addition to its own
 */
public record Capacity(int maxQueries, long maxPartitions, int partitionsPerQuery) {
  /** Heap of an exporter without any query. */
  private static final long BASE_BYTES = 16L << 20;

  /**
   * Heap of a partition: its history (4 KB at most), its positions, and temporarily its part of a
   * scrape and of the state file. Measured: an exporter of 64 MB with as many partitions as this
   * allows, all with a full history, ran, saved its state and restarted.
   */
  private static final long PARTITION_BYTES = 10 << 10;

  /**
   * Heap of a query without its partitions, in partitions: its last hour, and temporarily the
   * hundred samples of a scrape, once per scraping client. Measured: 600 queries with one partition
   * each and four simultaneous scrapes fit into 64 MB; without this limit the exporter ran out of
   * memory at 1,000 queries.
   */
  private static final int PARTITIONS_PER_QUERY = 6;

  private static final long MIN_PARTITIONS = 1_000;

  /** The capacity of a heap with this maximum size. */
  public static Capacity forHeap(int maxQueries, long heapBytes) {
    long partitions = (heapBytes - BASE_BYTES) / PARTITION_BYTES;
    return new Capacity(maxQueries, Math.max(MIN_PARTITIONS, partitions), PARTITIONS_PER_QUERY);
  }

  /**
   * The answer to a report.
   *
   * @param refusal null when the report is accepted
   * @param evicted queries to remove before the report is stored
   */
  record Admission(Decoded.@Nullable Refused refusal, List<QueryEntry> evicted) {}

  /**
   * Decides whether a report is accepted, and which queries must be removed for it.
   *
   * @param evictable queries that may be removed, in the order of removal; called only when the
   *     limit is reached
   */
  Admission admit(
      Report report, Map<String, QueryEntry> entries, Supplier<List<QueryEntry>> evictable) {
    Set<String> reported = new HashSet<>();
    long growth = 0;
    for (Report.QueryReport query : report.queries()) {
      if (reported.add(query.id())) {
        growth += growth(query, entries.get(query.id()));
      }
    }
    long newQueries = reported.stream().filter(id -> !entries.containsKey(id)).count();
    long queriesOver = newQueries == 0 ? 0 : entries.size() + newQueries - maxQueries;
    long partitionsOver = growth <= 0 ? 0 : size(entries) + growth - maxPartitions;
    List<QueryEntry> evicted = new ArrayList<>();
    if (queriesOver <= 0 && partitionsOver <= 0) {
      return new Admission(null, evicted);
    }
    for (QueryEntry entry : evictable.get()) {
      if (queriesOver <= 0 && partitionsOver <= 0) {
        break;
      }
      boolean helps = queriesOver > 0 || size(entry) > 0;
      if (helps && !reported.contains(entry.queryId())) {
        evicted.add(entry);
        queriesOver--;
        partitionsOver -= size(entry);
      }
    }
    return new Admission(refusal(queriesOver, partitionsOver), evicted);
  }

  private Decoded.@Nullable Refused refusal(long queriesOver, long partitionsOver) {
    if (queriesOver > 0) {
      return new Decoded.Refused(
          "too_many_queries",
          "too many queries: at most "
              + maxQueries
              + " are visible at once, the report needs "
              + (maxQueries + queriesOver)
              + "; use a second exporter",
          "queries");
    }
    if (partitionsOver > 0) {
      return new Decoded.Refused(
          "too_many_partitions",
          "too many partitions: this heap allows "
              + maxPartitions
              + " in total"
              + (partitionsPerQuery == 0
                  ? ""
                  : " (each query counts as " + partitionsPerQuery + " more)")
              + ", the report needs "
              + (maxPartitions + partitionsOver)
              + "; increase -Xmx",
          "queries");
    }
    return null;
  }

  private long growth(Report.QueryReport query, @Nullable QueryEntry known) {
    Progress progress = query.progress();
    if (known == null) {
      return partitionsPerQuery + (progress == null ? 0 : partitions(progress));
    }
    return progress == null ? 0 : partitions(progress) - known.partitions();
  }

  private long size(Map<String, QueryEntry> entries) {
    return entries.values().stream().mapToLong(this::size).sum();
  }

  private long size(QueryEntry entry) {
    return partitionsPerQuery + entry.partitions();
  }

  private static long partitions(Progress progress) {
    return progress.sources().stream()
        .mapToLong(source -> source.end() == null ? 0 : source.end().size())
        .sum();
  }
}
