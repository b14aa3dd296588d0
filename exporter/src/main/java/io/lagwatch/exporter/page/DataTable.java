package io.lagwatch.exporter.page;

import io.lagwatch.exporter.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table of texts and numbers, with a name at the beginning of each row. */
record DataTable(String caption, List<Heading> headings, List<TableRow> rows) {
  /** A heading of a column. */
  record Heading(String label, String style) {}

  /**
   * A row.
   *
   * @param note below the name; null for none
   */
  record TableRow(String name, @Nullable String note, List<Cell> cells) {}

  /** A cell. */
  record Cell(String text, String style) {
    static Cell text(String text) {
      return new Cell(text, "");
    }

    /** A number as text; null if there is no number. */
    static Cell number(@Nullable String number) {
      return number == null ? new Cell("–", "number none") : new Cell(number, "number");
    }

    /** A whole number; null if there is no number. */
    static Cell count(@Nullable Long number) {
      return number(number == null ? null : Numbers.count(number));
    }
  }

  /**
   * Headings.
   *
   * @param numbers how many columns at the end hold numbers
   */
  static List<Heading> headings(List<String> labels, int numbers) {
    var headings = new ArrayList<Heading>();
    for (int i = 0; i < labels.size(); i++) {
      headings.add(new Heading(labels.get(i), i < labels.size() - numbers ? "" : "number"));
    }
    return headings;
  }
}
