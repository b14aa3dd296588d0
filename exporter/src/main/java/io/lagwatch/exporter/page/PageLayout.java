package io.lagwatch.exporter.page;

import io.lagwatch.exporter.watch.Snapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts that surround the content of every page. Immutable.
 *
 * @param styles by file name, in the order in which they apply
 * @param scripts by file name
 */
record PageLayout(
    String title,
    Links links,
    List<String> styles,
    List<String> scripts,
    List<ClusterLine> clusters) {

  /** The script that updates a page. */
  static final String LIVE = "page.js";

  /**
   * The layout of a page with additional styles and scripts.
   *
   * @param files styles and scripts beyond those of all pages, by name; a later style overrides an
   *     earlier one
   */
  static PageLayout of(String title, Links links, List<String> files, Snapshot snapshot) {
    var styles = new ArrayList<>(List.of("page.css", "parts.css"));
    files.stream().filter(file -> file.endsWith(".css")).forEach(styles::add);
    return new PageLayout(
        title,
        links,
        List.copyOf(styles),
        files.stream().filter(file -> file.endsWith(".js")).toList(),
        ClusterLine.of(snapshot));
  }
}
