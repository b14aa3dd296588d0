package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One query as the state file holds it; rejects content that cannot be restored. */
public record SavedQuery(
    String queryId,
    QueryKey key,
    @Nullable String replacedQueryId,
    Runs.Saved runs,
    Report.App app,
    @Nullable String name,
    Report.@Nullable Trigger trigger,
    @Nullable String checkpoint,
    boolean idle,
    @Nullable Instant batchInFlightSince,
    @Nullable Long reportsFailed,
    @Nullable LastBatch lastBatch,
    @Nullable Instant eventTimeMax,
    List<SourceState.Saved> sources,
    @Nullable List<String> uncountedOperators) {
  public SavedQuery {
    Objects.requireNonNull(queryId, "queryId is missing");
    Objects.requireNonNull(key, "key is missing");
    Objects.requireNonNull(runs, "runs is missing");
    Objects.requireNonNull(app, "app is missing");
    sources = List.copyOf(Objects.requireNonNull(sources, "sources is missing"));
  }
}
