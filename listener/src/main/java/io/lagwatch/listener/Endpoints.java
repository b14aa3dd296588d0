package io.lagwatch.listener;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import org.jspecify.annotations.Nullable;

/** Converts the exporter's address to the URL that reports are posted to. */
final class Endpoints {
  private static final String REPORTS = "/api/v1/reports";

  private Endpoints() {}

  /**
   * Returns the URL for reports; null if the text is not a valid http or https address. A path is
   * kept, for an exporter behind a proxy. A user, a query string or a fragment makes it invalid.
   */
  static @Nullable URL parse(String text) {
    try {
      URI uri = new URI(text);
      boolean isHttp =
          "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
      if (!isHttp
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
    } catch (URISyntaxException | MalformedURLException | IllegalArgumentException invalid) {
      return null;
    }
  }

  /** Returns the exporter's address for the log. */
  static String describe(URL endpoint) {
    String text = endpoint.toString();
    return text.substring(0, text.length() - REPORTS.length());
  }

  /** Returns an invalid address for the log: without user and password, and truncated. */
  static String redact(String text) {
    String safe = text.replaceAll("^(\\w+://)?.*@", "$1***@").replaceAll("[?#].*", "");
    return safe.length() > 200 ? safe.substring(0, 200) + "…" : safe;
  }
}
