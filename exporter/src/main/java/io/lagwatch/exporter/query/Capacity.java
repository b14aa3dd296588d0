package io.lagwatch.exporter.query;

import static java.util.stream.Collectors.toSet;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits for the number and the size of the visible queries. A query that is too large is
 * stored without its sources. If even that exceeds the limits, it is rejected. Immutable.
 *
 * @param maxQueries maximum number of visible query ids
 * @param maxPartitions maximum number of partitions of all visible queries together
 * @param partitionsPerQuery the number of partitions that a query counts as, in addition to its own
 */
public record Capacity(int maxQueries, long maxPartitions, int partitionsPerQuery) {
  /** Heap in bytes that an exporter needs without any query. */
  private static final long BASE_BYTES = 16L << 20;

  /**
   * Heap in bytes that a partition needs: its history (at most 4 KB), its positions, and
   * temporarily its part of a scrape and of the state file. Measured with the maximum number of
   * partitions for 64 MB, all with a full history: the exporter ran, saved its state and restarted.
   */
  private static final long PARTITION_BYTES = 10 << 10;

  /**
   * Heap that a query needs besides its partitions, expressed in partitions. It contains its last
   * hour and temporarily the 100 samples of a scrape, once per scraping client. Measured: 600
   * queries with one partition each and four simultaneous scrapes fit into 64 MB; without this
   * limit the exporter ran out of memory at 1,000 queries.
   */
  private static final int PARTITIONS_PER_QUERY = 6;

  private static final long MIN_PARTITIONS = 1_000;

  /** Returns the capacity for a heap with this maximum size. */
  public static Capacity forHeap(int maxQueries, long heapBytes) {
    long partitions = (heapBytes - BASE_BYTES) / PARTITION_BYTES;
    return new Capacity(maxQueries, Math.max(MIN_PARTITIONS, partitions), PARTITIONS_PER_QUERY);
  }

  /**
   * The decision about a report.
   *
   * @param queries the accepted queries; a query that is too large has no sources
   * @param refused one entry per rejected query
   * @param mustEvict true if other queries must be removed after the report is stored
   */
  record Admission(
      List<Report.QueryReport> queries, List<Decoded.Refused> refused, boolean mustEvict) {}

  /**
   * Decides which queries of a report are accepted, and whether other queries must be removed for
   * them. Small queries are admitted first, so that a large one does not displace them.
   *
   * @param evictable queries that may be removed, in the order of removal; called only when the
   *     limit is reached
   */
  Admission admit(
      Report report, Map<String, QueryEntry> entries, Supplier<List<QueryEntry>> evictable) {
    var plan = new Plan(report, entries, evictable);
    List<Report.QueryReport> smallestFirst = new ArrayList<>(report.queries());
    smallestFirst.sort(Comparator.comparingLong(query -> QueryWeight.of(report, query)));
    IdentityHashMap<Report.QueryReport, Report.QueryReport> accepted = new IdentityHashMap<>();
    List<Decoded.Refused> refused = new ArrayList<>();
    for (Report.QueryReport query : smallestFirst) {
      Decoded.Refused tooLarge = plan.add(query);
      if (tooLarge == null) {
        accepted.put(query, query);
        continue;
      }
      Report.QueryReport smaller = query.withoutMeasurement("not measured: " + tooLarge.message());
      Decoded.Refused stillTooLarge = plan.add(smaller);
      if (stillTooLarge == null) {
        accepted.put(query, smaller);
      } else {
        refused.add(stillTooLarge);
      }
    }
    List<Report.QueryReport> queries =
        report.queries().stream().map(accepted::get).filter(Objects::nonNull).toList();
    return new Admission(queries, refused, !plan.evicted.isEmpty());
  }

  /**
   * Returns the queries that must be removed so that the limits are not exceeded.
   *
   * @param stored all visible queries
   * @param candidates queries that may be removed, in the order of removal
   */
  List<QueryEntry> excess(Collection<QueryEntry> stored, List<QueryEntry> candidates) {
    long queriesOver = (long) stored.size() - maxQueries;
    long partitionsOver = total(stored) - maxPartitions;
    List<QueryEntry> excess = new ArrayList<>();
    for (QueryEntry entry : candidates) {
      long freed = partitionsPerQuery + entry.weight();
      if (queriesOver > 0 || (partitionsOver > 0 && freed > 0)) {
        excess.add(entry);
        queriesOver--;
        partitionsOver -= freed;
      }
    }
    return excess;
  }

  private long total(Collection<QueryEntry> stored) {
    return stored.stream().mapToLong(entry -> partitionsPerQuery + entry.weight()).sum();
  }

  private Decoded.@Nullable Refused refusal(long queriesOver, long partitionsOver) {
    if (queriesOver > 0) {
      return new Decoded.Refused(
          "too_many_queries",
          "too many queries: at most "
              + maxQueries
              + " can be visible, the report needs "
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

  /**
   * The stored queries as they will be after the report: the queries added so far and those evicted
   * for them.
   */
  private final class Plan {
    private final Report report;
    private final Map<String, QueryEntry> entries;
    private final Supplier<List<QueryEntry>> evictable;
    private final Set<String> reported;
    private final Map<String, Long> weights = new HashMap<>();
    private final List<QueryEntry> evicted = new ArrayList<>();
    private @Nullable List<QueryEntry> candidates;
    private long queries;
    private long total = -1;

    Plan(Report report, Map<String, QueryEntry> entries, Supplier<List<QueryEntry>> evictable) {
      this.report = report;
      this.entries = entries;
      this.evictable = evictable;
      this.queries = entries.size();
      this.reported = report.queries().stream().map(Report.QueryReport::id).collect(toSet());
    }

    /**
     * Adds a query and evicts others if necessary. Returns null, or the error if that is not
     * enough.
     */
    Decoded.@Nullable Refused add(Report.QueryReport query) {
      QueryEntry known = entries.get(query.id());
      boolean isNew = known == null && !weights.containsKey(query.id());
      long before =
          weights.getOrDefault(query.id(), known == null ? 0 : partitionsPerQuery + known.weight());
      long weight =
          known == null ? QueryWeight.of(report, query) : known.weightAfter(report, query);
      long growth = partitionsPerQuery + weight - before;
      long queriesOver = isNew ? queries + 1 - maxQueries : 0;
      long partitionsOver = growth <= 0 ? 0 : total() + growth - maxPartitions;
      List<QueryEntry> toEvict = new ArrayList<>();
      if (queriesOver > 0 || partitionsOver > 0) {
        for (QueryEntry entry : candidates()) {
          long freed = partitionsPerQuery + entry.weight();
          if ((queriesOver > 0 || (partitionsOver > 0 && freed > 0))
              && !reported.contains(entry.queryId())) {
            toEvict.add(entry);
            queriesOver--;
            partitionsOver -= freed;
          }
        }
        Decoded.Refused refused = refusal(queriesOver, partitionsOver);
        if (refused != null) {
          return refused;
        }
      }
      evict(toEvict);
      queries += isNew ? 1 : 0;
      if (growth > 0) {
        total = total() + growth;
        weights.put(query.id(), before + growth);
      } else if (isNew) {
        weights.put(query.id(), 0L);
      }
      return null;
    }

    private void evict(List<QueryEntry> toEvict) {
      for (QueryEntry entry : toEvict) {
        queries--;
        total = total() - partitionsPerQuery - entry.weight();
        evicted.add(entry);
        candidates().remove(entry);
      }
    }

    /**
     * The total weight. Computed only if a report needs more than before, because it visits every
     * query.
     */
    private long total() {
      if (total < 0) {
        total = Capacity.this.total(entries.values());
      }
      return total;
    }

    private List<QueryEntry> candidates() {
      if (candidates == null) {
        candidates = new ArrayList<>(evictable.get());
      }
      return candidates;
    }
  }
}
