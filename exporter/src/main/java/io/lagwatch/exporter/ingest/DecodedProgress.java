package io.lagwatch.exporter.ingest;

import org.jspecify.annotations.Nullable;

/**
 * The result of decoding one progress.
 *
 * @param progress null if there was none, or if its timestamp or its batch id is invalid
 * @param invalid the fields that could not be decoded, whether the progress is null or not
 */
record DecodedProgress(@Nullable Progress progress, InvalidFields invalid) {
  static final DecodedProgress NONE = new DecodedProgress(null, InvalidFields.NONE);
}
