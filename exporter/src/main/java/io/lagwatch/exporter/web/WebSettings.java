package io.lagwatch.exporter.web;

import org.jspecify.annotations.Nullable;

/**
 * The address that the exporter listens on, and its token. Immutable.
 *
 * @param host address to bind
 * @param port port to bind; 0 for any free port
 * @param token the token that drivers must send as {@code Authorization: Bearer}; null if only
 *     reports from this host are accepted
 */
public record WebSettings(String host, int port, @Nullable String token) {
  public WebSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port: expected 0 to 65535, found " + port);
    }
    if (token != null && token.isBlank()) {
      throw new IllegalArgumentException("token: expected text, found only spaces");
    }
  }

  /** Omits the token, because it must not be logged. */
  @Override
  public String toString() {
    return host + ":" + port + (token == null ? " without token" : " with token");
  }
}
