package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.BatchPoint;
import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The last batches with their phases: what the stacked chart shows, in numbers. */
final class BatchTable {
  private final Html html;
  private final List<BatchPoint> batches;

  BatchTable(Html html, QueryHistory history) {
    this.html = html;
    this.batches = history.batches();
  }

  void write() {
    if (batches.isEmpty()) {
      return;
    }
    var phases = new TreeSet<String>();
    batches.forEach(batch -> phases.addAll(batch.phases().millis().keySet()));
    html.open("details", "data-key", "batches");
    html.element("summary", "The last batches in numbers").open("div", "class", "scroll");
    html.open("table").element("caption", "The last batches", "class", "unseen");
    var columns = new ArrayList<>(List.of("Batch", "Ended", "Took", "Records", "Rows, by Spark"));
    columns.addAll(phases);
    Tables.head(html, columns, columns.size() - 2);
    for (int i = batches.size() - 1; i >= 0; i--) {
      row(batches.get(i), phases);
    }
    html.close().close().close().close();
  }

  private void row(BatchPoint batch, TreeSet<String> phases) {
    html.open("tr").element("th", Long.toString(batch.id()), "scope", "row");
    html.element("td", Times.utc(batch.endedAt()));
    Tables.text(html, Times.duration(batch.duration()));
    Tables.number(html, batch.records());
    Tables.number(html, batch.inputRows());
    var millis = batch.phases().millis();
    for (String phase : phases) {
      Integer took = millis.get(phase);
      Tables.text(html, took == null ? Tables.NONE : Times.duration(Duration.ofMillis(took)));
    }
    html.close();
  }

  /** Which phase takes most, in a sentence. */
  static String words(QueryHistory history) {
    var batches = history.batches();
    if (batches.isEmpty()) {
      return "";
    }
    var last = batches.get(batches.size() - 1);
    var largest =
        last.phases().millis().entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
    var gone = last.id() - batches.get(0).id() + 1 - batches.size();
    return Numbers.counted(batches.size(), "batch", "batches")
        + "; the last took "
        + Times.duration(last.duration())
        + (largest == null
            ? ""
            : ", of it "
                + largest.getKey()
                + " "
                + Times.duration(Duration.ofMillis(largest.getValue())))
        + (gone > 0 ? "; others ended between two reports" : "")
        + ".";
  }
}
