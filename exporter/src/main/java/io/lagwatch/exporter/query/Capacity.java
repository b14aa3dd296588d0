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
 * How much is watched at once: what no report can exceed. Immutable.
 *
 * @param queries visible query ids
 * @param partitions of the sources of all visible queries together
 * @param perQuery as how many partitions a query counts besides its own
 */
record Capacity(int queries, long partitions, int perQuery) {
  /** What the exporter takes without any query. */
  private static final long BASE_BYTES = 16L << 20;

  /**
   * What a partition may take: its history (4 KB at most), its positions, and for a moment its part
   * of a scrape and of the state file. Measured: with as many as this allows and all histories
   * full, an exporter of 64 MB ran, saved and started again.
   */
  private static final long PARTITION_BYTES = 10 << 10;

  /**
   * What a query may take besides: its last hour, and for a moment the hundred samples of a scrape,
   * once for each of those who ask. Measured: 600 queries with a partition each, and four who
   * scrape at once, in 64 MB; without this bound 1,000 ended the exporter.
   */
  private static final int QUERY_IN_PARTITIONS = 6;

  private static final long LEAST_PARTITIONS = 1_000;

  /** What fits into a heap of at most so many bytes. */
  static Capacity inHeap(int queries, long bytes) {
    long partitions = (bytes - BASE_BYTES) / PARTITION_BYTES;
    return new Capacity(queries, Math.max(LEAST_PARTITIONS, partitions), QUERY_IN_PARTITIONS);
  }

  /** What a report needs: either a refusal, or the entries that have to go first. */
  record Answer(Decoded.@Nullable Refused refusal, List<QueryEntry> leave) {}

  /**
   * Whether a report can be taken.
   *
   * @param endable what may go, the first to go first; asked for only where there is no room
   */
  Answer makeFor(
      Report report, Map<String, QueryEntry> entries, Supplier<List<QueryEntry>> endable) {
    Set<String> reported = new HashSet<>();
    long growth = 0;
    for (Report.QueryReport query : report.queries()) {
      if (reported.add(query.id())) {
        growth += growth(query, entries.get(query.id()));
      }
    }
    long unseen = reported.stream().filter(id -> !entries.containsKey(id)).count();
    long queriesOver = unseen == 0 ? 0 : entries.size() + unseen - queries;
    long partitionsOver = growth <= 0 ? 0 : size(entries) + growth - partitions;
    List<QueryEntry> leave = new ArrayList<>();
    if (queriesOver <= 0 && partitionsOver <= 0) {
      return new Answer(null, leave);
    }
    for (QueryEntry entry : endable.get()) {
      if (queriesOver <= 0 && partitionsOver <= 0) {
        break;
      }
      boolean helps = queriesOver > 0 || size(entry) > 0;
      if (helps && !reported.contains(entry.queryId())) {
        leave.add(entry);
        queriesOver--;
        partitionsOver -= size(entry);
      }
    }
    return new Answer(refusal(queriesOver, partitionsOver), leave);
  }

  private Decoded.@Nullable Refused refusal(long queriesOver, long partitionsOver) {
    if (queriesOver > 0) {
      return new Decoded.Refused(
          "too_many_queries",
          "expected at most " + queries + " queries that are visible at once, found more",
          "queries");
    }
    if (partitionsOver > 0) {
      return new Decoded.Refused(
          "too_many_partitions",
          "expected at most "
              + partitions
              + " partitions in all queries together with this heap"
              + (perQuery == 0 ? "" : ", where each query counts as " + perQuery + " more")
              + ", found "
              + (partitions + partitionsOver)
              + "; give the exporter more with -Xmx",
          "queries");
    }
    return null;
  }

  private long growth(Report.QueryReport query, @Nullable QueryEntry known) {
    Progress progress = query.progress();
    if (known == null) {
      return perQuery + (progress == null ? 0 : partitions(progress));
    }
    return progress == null ? 0 : partitions(progress) - known.partitions();
  }

  private long size(Map<String, QueryEntry> entries) {
    return entries.values().stream().mapToLong(this::size).sum();
  }

  private long size(QueryEntry entry) {
    return perQuery + entry.partitions();
  }

  private static long partitions(Progress progress) {
    return progress.sources().stream()
        .mapToLong(source -> source.end() == null ? 0 : source.end().size())
        .sum();
  }
}
