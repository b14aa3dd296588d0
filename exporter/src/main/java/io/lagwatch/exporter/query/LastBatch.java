package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import java.time.Duration;
import java.time.Instant;

/**
 * The last completed batch. Immutable.
 *
 * @param startedAt when its trigger began
 * @param endedAt when Spark made its progress
 * @param duration of the whole trigger
 */
public record LastBatch(
    long batchId, Instant startedAt, Instant endedAt, Duration duration, Progress progress) {}
