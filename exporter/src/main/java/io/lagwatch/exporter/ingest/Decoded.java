package io.lagwatch.exporter.ingest;

import org.jspecify.annotations.Nullable;

/** What became of the bytes of one report. */
public sealed interface Decoded {
  /** The report is whole and well. */
  record Accepted(Report report) implements Decoded {}

  /**
   * The report is refused whole and changes nothing.
   *
   * @param code short, stable, for machines and the label {@code reason}: {@code malformed_json},
   *     {@code limit_exceeded}, {@code unknown_protocol}, {@code missing_field}, {@code
   *     invalid_field}
   * @param message {@code expected X, found Y}; one line, what was found cut short and escaped
   * @param path the field, as {@code queries[0].totals.batches}; null when no field is at fault
   */
  record Refused(String code, String message, @Nullable String path) implements Decoded {}
}
