package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.BatchPoint;
import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.page.DataTable.Cell;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The last batches with their phases: the values of the stacked chart. */
final class BatchTable {
  private BatchTable() {}

  /** One row per batch, newest first. */
  static DataTable of(QueryHistory history) {
    var phases = new TreeSet<String>();
    history.batches().forEach(batch -> phases.addAll(batch.phases().millis().keySet()));
    var columns =
        new ArrayList<>(List.of("Batch", "Ended", "Took", "Records", "Rows counted by Spark"));
    columns.addAll(phases);
    var rows = new ArrayList<DataTable.TableRow>();
    for (BatchPoint batch : history.batches()) {
      rows.add(0, new DataTable.TableRow(Long.toString(batch.id()), null, cells(batch, phases)));
    }
    return new DataTable("The last batches", DataTable.headings(columns, columns.size() - 2), rows);
  }

  private static List<Cell> cells(BatchPoint batch, SortedSet<String> phases) {
    var cells = new ArrayList<Cell>();
    cells.add(Cell.text(Times.utc(batch.endedAt())));
    cells.add(Cell.number(Times.duration(batch.duration())));
    cells.add(Cell.count(batch.records()));
    cells.add(Cell.count(batch.inputRows()));
    var millis = batch.phases().millis();
    for (String phase : phases) {
      Integer took = millis.get(phase);
      cells.add(Cell.number(took == null ? null : Times.duration(Duration.ofMillis(took))));
    }
    return cells;
  }

  /** A sentence with the slowest phase. */
  static String words(QueryHistory history) {
    var batches = history.batches();
    var last = batches.get(batches.size() - 1);
    var largest =
        last.phases().millis().entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
    long missing = last.id() - batches.get(0).id() + 1 - batches.size();
    return Numbers.counted(batches.size(), "batch", "batches")
        + ". The last one took "
        + Times.duration(last.duration())
        + (largest == null
            ? "."
            : ", of which "
                + largest.getKey()
                + " took "
                + Times.duration(Duration.ofMillis(largest.getValue()))
                + ".")
        + (missing > 0 ? " Other batches ended between two reports and are not shown." : "");
  }
}
