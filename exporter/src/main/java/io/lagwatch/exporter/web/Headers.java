package io.lagwatch.exporter.web;

import java.util.function.BiConsumer;

/** Sets the headers of every response. */
final class Headers {
  /** Allows only resources of this server, no inline scripts or styles and no frames. */
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
