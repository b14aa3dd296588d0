package io.lagwatch.exporter.page;

/** A share as a bar with a mark where it becomes too much; the number stands beside it. */
final class Bar {
  private Bar() {}

  static void draw(Html html, double share, double mark) {
    int filled = (int) Math.round(100 * Math.max(0, Math.min(1, share)));
    int at = (int) Math.round(100 * Math.min(1, mark));
    html.open(
        "svg",
        "class",
        share >= mark ? "bar over" : "bar",
        "viewBox",
        "0 0 100 4",
        "preserveAspectRatio",
        "none",
        "aria-hidden",
        "true");
    html.element("path", "", "class", "all", "d", "M0 0h100v4H0Z");
    html.element("path", "", "class", "fill", "d", "M0 0h" + filled + "v4H0Z");
    html.element("path", "", "class", "mark", "d", "M" + at + " 0v4");
    html.close();
  }
}
