package io.lagwatch.exporter.page;

import io.lagwatch.exporter.text.Numbers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of which the tables of a query's page are made. */
final class Tables {
  static final String NONE = "–";

  private Tables() {}

  /**
   * The row of headings; leaves the table's body open.
   *
   * @param numbers how many columns at the end hold numbers
   */
  static void head(Html html, List<String> columns, int numbers) {
    html.open("thead").open("tr");
    for (int i = 0; i < columns.size(); i++) {
      var style = i >= columns.size() - numbers ? "number" : "";
      html.element("th", columns.get(i), "scope", "col", "class", style);
    }
    html.close().close().open("tbody");
  }

  static void number(Html html, @Nullable Long number) {
    text(html, number == null ? NONE : Numbers.count(number));
  }

  static void text(Html html, String text) {
    html.element("td", text, "class", text.equals(NONE) ? "number none" : "number");
  }
}
