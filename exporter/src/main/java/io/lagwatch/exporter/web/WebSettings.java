package io.lagwatch.exporter.web;

import org.jspecify.annotations.Nullable;

/**
 * Where the exporter listens and from whom it takes reports.
 *
 * @param host address to bind
 * @param port 0 for any free one
 * @param token what drivers must send as {@code Authorization: Bearer}; null if only reports from
 *     this host are accepted
 */
public record WebSettings(String host, int port, @Nullable String token) {
  public WebSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port: expected 0 to 65535, found " + port);
    }
    if (token != null && token.isBlank()) {
      throw new IllegalArgumentException("token: expected text, found nothing but blanks");
    }
  }

  /** Without the token, which must not reach a log. */
  @Override
  public String toString() {
    return host + ":" + port + (token == null ? " without token" : " with token");
  }
}
