package io.lagwatch.exporter.page;

import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.InputView.SourceView;
import io.lagwatch.exporter.watch.QueryView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lag of a query in the overview.
 *
 * @param unknown the reason why the lag is unknown; null when it is known
 * @param without how many partitions are missing from the sum; null when it is complete
 * @param notes remarks on the number
 * @param behind lag in time; null when it is unknown
 */
record LagCell(
    @Nullable String unknown,
    String records,
    @Nullable String without,
    List<String> notes,
    @Nullable String behind) {

  static LagCell of(QueryView query) {
    var lag = query.lag();
    Long records = lag.records();
    var time = lag.time();
    if (records == null) {
      return new LagCell(String.valueOf(lag.reason()), "", null, List.of(), null);
    }
    return new LagCell(
        null,
        Sentences.atLeastSign(Numbers.count(records), lag.recordsAtLeast()),
        lag.recordsAtLeast()
            ? lag.partitionsUnknown() + " of " + lag.partitionCount() + " partitions not included"
            : null,
        notes(query),
        time == null
            ? null
            : Sentences.atLeastSign(Times.duration(time.duration()), time.lowerBound()));
  }

  private static List<String> notes(QueryView query) {
    var notes = new ArrayList<String>();
    if (query.lag().basis() == QueryLag.Basis.SPARK) {
      notes.add("reported by Spark for the last batch");
    }
    int sources = query.sources().size();
    long kafka = query.sources().stream().filter(SourceView::isKafka).count();
    if (kafka < sources) {
      notes.add("measured for " + kafka + " of " + sources + " sources");
    }
    return notes;
  }
}
