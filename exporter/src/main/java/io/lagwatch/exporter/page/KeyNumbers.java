package io.lagwatch.exporter.page;

import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The numbers of now, in a row. */
final class KeyNumbers {
  private final Html html;
  private final QueryView query;
  private final Instant now;

  KeyNumbers(Html html, QueryView query, Instant now) {
    this.html = html;
    this.query = query;
    this.now = now;
  }

  void write() {
    var facts = query.facts();
    var lag = facts.lag();
    Long records = lag.records();
    TimeLag time = lag.time();
    html.open("dl", "class", "numbers");
    number(
        "Lag, records",
        records == null ? null : Sentences.atLeastSign(Numbers.count(records), lag.unknown() > 0));
    number(
        "Time behind",
        time == null
            ? null
            : Sentences.atLeastSign(Times.duration(time.behind()), time.lowerBound()));
    if (!query.arrivalPerSecond().isEmpty()) {
      double arriving =
          query.arrivalPerSecond().values().stream().mapToDouble(Double::doubleValue).sum();
      number("Arriving /s", Numbers.rate(arriving));
    }
    number("Input /s", rate(facts.inputRate()));
    number("Processed /s", rate(facts.processedRate()));
    var batch = facts.progress().lastBatch();
    var trigger = facts.trigger().interval();
    number(
        trigger == null ? "Last batch" : "Last batch, of " + Times.duration(trigger),
        batch == null ? null : Times.duration(batch.duration()));
    // Of a driver that is silent nobody knows whether the batch still runs.
    if (facts.progress().batchInFlightSince() != null && facts.run().state() != QueryState.LOST) {
      number("Next one runs for", since(facts.progress().batchInFlightSince()));
    }
    if (facts.progress().watermark() != null) {
      number("Watermark age", since(facts.progress().watermark()));
    }
    Long rows = facts.progress().stateRows();
    if (!facts.progress().stateOperators().isEmpty()) {
      number("State rows", rows == null ? null : Numbers.count(rows));
    }
    html.close();
  }

  private void number(String label, @Nullable String value) {
    html.open("div").element("dt", label);
    if (value == null) {
      html.element("dd", "unknown", "class", "unknown");
    } else {
      html.element("dd", value);
    }
    html.close();
  }

  private static @Nullable String rate(@Nullable Double perSecond) {
    return perSecond == null || !Double.isFinite(perSecond) ? null : Numbers.rate(perSecond);
  }

  private String since(Instant time) {
    return Times.duration(Duration.between(time, now));
  }
}
