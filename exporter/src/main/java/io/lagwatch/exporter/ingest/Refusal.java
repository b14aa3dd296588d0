package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.databind.JsonNode;

/** Thrown inside this package when a report is invalid. {@link ReportDecoder} catches it. */
final class Refusal extends Exception {
  static final String MALFORMED = "malformed_json";
  static final String LIMIT = "limit_exceeded";
  static final String PROTOCOL = "unknown_protocol";
  static final String MISSING = "missing_field";
  static final String INVALID = "invalid_field";

  private static final long serialVersionUID = 1;

  private final transient Decoded.Refused refused;

  private Refusal(Decoded.Refused refused) {
    // No stack trace: hostile input can cause this exception often.
    super(refused.message(), null, false, false);
    this.refused = refused;
  }

  static Refusal of(String code, String path, String expected, String found) {
    var message = "expected " + expected + ", found " + found;
    return new Refusal(new Decoded.Refused(code, message, path.isEmpty() ? null : path));
  }

  static Refusal invalid(String path, String expected, JsonNode found) {
    return of(INVALID, path, expected, FoundValue.of(found));
  }

  static Refusal limit(String path, String expected, long found) {
    return of(LIMIT, path, expected, Long.toString(found));
  }

  Decoded.Refused refused() {
    return refused;
  }
}
