package io.lagwatch.exporter.page;

/** A share as a bar with a mark where it becomes too much; the number stands beside it. */
final class Bar {
  private Bar() {}

  static void draw(Html html, double share) {
    draw(html, share, Double.POSITIVE_INFINITY);
  }

  static void draw(Html html, double share, double mark) {
    int filled = (int) Math.round(100 * Math.max(0, Math.min(1, share)));
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
    if (mark <= 1) {
      html.element("path", "", "class", "mark", "d", "M" + Math.round(100 * mark) + " 0v4");
    }
    html.close();
  }
}
