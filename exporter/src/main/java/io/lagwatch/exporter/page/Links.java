package io.lagwatch.exporter.page;

import io.lagwatch.exporter.query.QueryKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * URLs within the exporter, relative to a page, so that they also work behind the prefix of a
 * proxy.
 *
 * @param root from the page to {@code /}: empty, or some {@code ../}
 */
record Links(String root) {
  /** Names that a browser resolves as steps in a path, percent-encoded or not. */
  private static final Set<String> NO_SEGMENTS = Set.of("", ".", "..");

  String overview() {
    return root.isEmpty() ? "./" : root;
  }

  String file(String name) {
    return root + name;
  }

  String asset(String name) {
    return file("assets/" + name);
  }

  String query(QueryKey key) {
    var app = encoded(key.app());
    var query = encoded(key.query());
    return isPath(key)
        ? root + "queries/" + app + "/" + query
        : root + "queries?app=" + app + "&query=" + query;
  }

  /** Whether the names can be part of a path. */
  static boolean isPath(QueryKey key) {
    return !NO_SEGMENTS.contains(key.app()) && !NO_SEGMENTS.contains(key.query());
  }

  String history(QueryKey key) {
    var names = encoded(key.app()) + "/" + encoded(key.query());
    return root + "api/v1/queries/" + names + "/history";
  }

  String runbook(String alert) {
    return root + "runbook#sparkstreaming" + alert.toLowerCase(Locale.ROOT);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
