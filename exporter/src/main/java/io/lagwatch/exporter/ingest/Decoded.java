package io.lagwatch.exporter.ingest;

import org.jspecify.annotations.Nullable;

/** The result of decoding one report: accepted or rejected. */
public sealed interface Decoded {
  /** The report is valid. */
  record Accepted(Report report) implements Decoded {}

  /**
   * The whole report is rejected and changes nothing.
   *
   * @param code the error code, also the value of the label {@code reason}: {@code malformed_json},
   *     {@code limit_exceeded}, {@code unknown_protocol}, {@code missing_field}, {@code
   *     invalid_field}
   * @param message {@code expected X, found Y}: one line in which the found value is shortened and
   *     escaped
   * @param path the field, as {@code queries[0].totals.batches}; null when the error concerns no
   *     single field
   */
  record Refused(String code, String message, @Nullable String path) implements Decoded {}
}
