package io.lagwatch.exporter.page;

import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The current numbers of a query, as texts with their units. */
final class KeyNumbers {
  private final QueryView query;
  private final List<KeyNumber> numbers = new ArrayList<>();

  private KeyNumbers(QueryView query) {
    this.query = query;
  }

  static List<KeyNumber> of(QueryView query) {
    var all = new KeyNumbers(query);
    all.lag();
    all.rates();
    all.batches();
    all.state();
    return all.numbers;
  }

  private void lag() {
    var lag = query.lag();
    Long records = lag.records();
    var time = lag.time();
    add(
        "Lag, records",
        records == null
            ? null
            : Sentences.atLeastSign(Numbers.count(records), lag.recordsAtLeast()));
    add(
        "Time behind",
        time == null
            ? null
            : Sentences.atLeastSign(Times.duration(time.duration()), time.lowerBound()));
  }

  private void rates() {
    var rates = query.rates();
    if (!query.lag().partitions().isEmpty()) {
      Double atLeast = rates.arrivalAtLeast();
      add(
          "Arriving /s",
          atLeast == null
              ? null
              : Sentences.atLeastSign(Numbers.rate(atLeast), rates.arrivalPerSecond() == null));
    }
    add("Input /s", rate(rates.inputRowsPerSecond()));
    add("Processed /s", rate(rates.processedRowsPerSecond()));
  }

  private void batches() {
    var last = query.batch().last();
    var interval = query.trigger().interval();
    var running = query.batch().runningFor();
    add(
        interval == null ? "Last batch" : "Last batch (trigger " + Times.duration(interval) + ")",
        last == null ? null : Times.duration(last.duration()));
    if (running != null) {
      add("Current batch running for", Times.duration(running));
    }
  }

  private void state() {
    var age = query.watermark().age();
    Long rows = query.state().rows();
    if (age != null) {
      add("Watermark age", Times.duration(age));
    }
    if (query.state().isStateful()) {
      add("State rows", rows == null ? null : Numbers.count(rows));
    }
  }

  private void add(String label, @Nullable String value) {
    numbers.add(new KeyNumber(label, value));
  }

  private static @Nullable String rate(@Nullable Double perSecond) {
    return perSecond == null || !Double.isFinite(perSecond) ? null : Numbers.rate(perSecond);
  }
}
