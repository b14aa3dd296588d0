package io.lagwatch.exporter.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads values out of the HTML of the pages, as text without tags. */
final class ShownPage {
  private static final Pattern ROW =
      Pattern.compile("<tr data-key=\"([^\"]*)\"[^>]*>(.*?)</tr>", Pattern.DOTALL);
  private static final Pattern CELL =
      Pattern.compile("<td[^>]*data-label=\"([^\"]*)\"[^>]*>(.*?)</td>", Pattern.DOTALL);
  private static final Pattern PLAIN_CELL = Pattern.compile("<td[^>]*>(.*?)</td>", Pattern.DOTALL);
  private static final Pattern NOTE =
      Pattern.compile("<span class=\"note[^\"]*\">(.*?)</span>", Pattern.DOTALL);
  private static final Pattern BADGE =
      Pattern.compile("<span class=\"badge[^\"]*\">(.*?)</span>", Pattern.DOTALL);
  private static final Pattern WORD =
      Pattern.compile("<span class=\"word\">(.*?)</span>", Pattern.DOTALL);
  private static final Pattern LABELED =
      Pattern.compile("<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", Pattern.DOTALL);
  private static final Pattern ADVICE =
      Pattern.compile("<section class=\"advice\".*?</section>", Pattern.DOTALL);
  private static final Pattern LEAD =
      Pattern.compile("<p class=\"lead\"[^>]*>(.*?)</p>", Pattern.DOTALL);
  private static final Pattern ALERT =
      Pattern.compile(
          "<li class=\"[^\"]*\" data-key=\"([^\"]*)\">.*?<span class=\"severity\">(.*?)</span>"
              + ".*?<p class=\"why\">(.*?)</p><p class=\"since\">for (.*?) <a",
          Pattern.DOTALL);
  private static final Pattern ALERT_ROW =
      Pattern.compile(
          "<tr><th scope=\"row\"><a [^>]*>([^<]*)</a></th><td>(.*?)</td><td>(.*?)</td>"
              + "<td>(.*?)</td><td>(.*?)</td></tr>",
          Pattern.DOTALL);

  private final String html;

  /** An alert of a list of alerts. */
  record ShownAlert(String severity, String sentence, String since) {}

  /** A query in the overview: cells by their label, all notes, and the alerts beside the state. */
  record Row(Map<String, String> cells, String state, List<String> notes, List<String> badges) {}

  ShownPage(String html) {
    this.html = html;
  }

  /** The query's row of the overview. */
  Row overviewRow(String app, String query) {
    String row = rows().get(app + "\n" + query);
    if (row == null) {
      throw new AssertionError("the overview has no row of " + app + " / " + query);
    }
    var cells = new LinkedHashMap<String, String>();
    all(CELL, row)
        .forEach(m -> cells.put(m.group(1), text(NOTE.matcher(m.group(2)).replaceAll(""))));
    return new Row(cells, texts(WORD, row).get(0), texts(NOTE, row), texts(BADGE, row));
  }

  /** Cells of the partitions of a query's page by source and partition. */
  Map<String, List<String>> partitions() {
    var partitions = new LinkedHashMap<String, List<String>>();
    rows().forEach((key, row) -> partitions.put(key, texts(PLAIN_CELL, row)));
    return partitions;
  }

  /** Numbers and facts of a query's page by label, the recommendations left out. */
  Map<String, String> labeled() {
    return labeled(ADVICE.matcher(html).replaceAll(""));
  }

  /** The recommendations of a query's page by topic. */
  Map<String, String> advice() {
    var section = ADVICE.matcher(html);
    return section.find() ? labeled(section.group()) : Map.of();
  }

  /** The first paragraph of a query's page. */
  String lead() {
    return texts(LEAD, html).get(0);
  }

  /** Alerts that are listed with their sentences, by key. */
  Map<String, ShownAlert> alerts() {
    var alerts = new LinkedHashMap<String, ShownAlert>();
    all(ALERT, html)
        .forEach(
            m ->
                alerts.put(
                    text(m.group(1), false),
                    new ShownAlert(text(m.group(2)), text(m.group(3)), text(m.group(4)))));
    return alerts;
  }

  /** The table of all alerts of a query: severity, state, since, last fired. */
  Map<String, List<String>> alertRows() {
    return all(ALERT_ROW, html).stream()
        .collect(
            Collectors.toMap(
                m -> m.group(1),
                m -> List.of(m.group(2), m.group(3), text(m.group(4)), text(m.group(5)))));
  }

  private Map<String, String> rows() {
    var rows = new LinkedHashMap<String, String>();
    all(ROW, html).forEach(m -> rows.put(text(m.group(1), false), m.group(2)));
    return rows;
  }

  private static Map<String, String> labeled(String html) {
    var labeled = new LinkedHashMap<String, String>();
    all(LABELED, html).forEach(m -> labeled.put(text(m.group(1)), text(m.group(2))));
    return labeled;
  }

  private static List<MatchResult> all(Pattern pattern, String html) {
    return pattern.matcher(html).results().toList();
  }

  private static List<String> texts(Pattern pattern, String html) {
    return all(pattern, html).stream().map(m -> text(m.group(1))).toList();
  }

  private static String text(String html) {
    return text(html, true);
  }

  private static String text(String html, boolean onOneLine) {
    String text =
        html.replaceAll("<[^>]*>", "")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&#34;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&");
    return onOneLine ? text.strip().replaceAll("[ \n]+", " ") : text;
  }

  /** The text; null for the signs of an unknown value. */
  static @Nullable String known(@Nullable String text) {
    return text == null || text.equals("–") || text.equals("unknown") ? null : text;
  }
}
