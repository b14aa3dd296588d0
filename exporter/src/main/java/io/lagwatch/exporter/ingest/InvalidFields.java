package io.lagwatch.exporter.ingest;

import java.util.List;

/**
 * The fields of one progress whose value is not of the expected type or not within the limits. The
 * decoder treats such a value as unknown. Immutable.
 *
 * @param count number of invalid fields
 * @param examples the first of them, as {@code durationMs["addBatch"]: expected a whole number,
 *     found "x"}: one line each, shortened, escaped and without credentials
 */
public record InvalidFields(int count, List<String> examples) {
  /** Maximum number of {@code examples}. */
  public static final int MAX_EXAMPLES = 5;

  public static final InvalidFields NONE = new InvalidFields(0, List.of());

  public InvalidFields {
    examples = List.copyOf(examples);
  }
}
