package io.lagwatch.exporter.web;

import java.util.function.BiConsumer;

/** The headers that every answer carries. */
final class Headers {
  /** Everything from here, nothing inline, no frame around it. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
          + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private Headers() {}

  static void put(BiConsumer<String, String> header) {
    header.accept("Content-Security-Policy", POLICY);
    header.accept("X-Content-Type-Options", "nosniff");
    header.accept("X-Frame-Options", "DENY");
    header.accept("Referrer-Policy", "no-referrer");
    header.accept("Cache-Control", "no-store");
  }
}
