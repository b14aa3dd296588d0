package io.lagwatch.listener;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import org.jspecify.annotations.Nullable;

/** Turns the exporter's address into the address that reports are posted to. */
final class Endpoints {
  private static final String REPORTS = "/api/v1/reports";

  private Endpoints() {}

  /**
   * The address for reports, or null when the text is not an http or https address. A path is kept
   * (an exporter behind a proxy); a user, a query or a fragment make it invalid.
   */
  static @Nullable URL parse(String text) {
    try {
      URI uri = new URI(text);
      boolean web =
          "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
      if (!web
          || uri.getHost() == null
          || uri.getPort() > 65535
          || uri.getPort() == 0
          || uri.getRawUserInfo() != null
          || uri.getRawQuery() != null
          || uri.getRawFragment() != null) {
        return null;
      }
      String path = uri.getRawPath();
      while (path.endsWith("/")) {
        path = path.substring(0, path.length() - 1);
      }
      return new URI(uri.getScheme() + "://" + uri.getRawAuthority() + path + REPORTS).toURL();
    } catch (URISyntaxException | MalformedURLException | IllegalArgumentException notAnAddress) {
      return null;
    }
  }

  /** How an endpoint is named in the log. */
  static String describe(URL endpoint) {
    String text = endpoint.toString();
    return text.substring(0, text.length() - REPORTS.length());
  }

  /** A mistaken address without the user and password that may stand in it, cut to be readable. */
  static String redact(String text) {
    String safe = text.replaceAll("^(\\w+://)?.*@", "$1***@").replaceAll("[?#].*", "");
    return safe.length() > 200 ? safe.substring(0, 200) + "…" : safe;
  }
}
