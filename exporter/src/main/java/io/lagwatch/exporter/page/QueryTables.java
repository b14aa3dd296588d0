package io.lagwatch.exporter.page;

import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.SourceFacts;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Secrets;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sources, state operators, runs and failures. */
final class QueryTables {
  /** A checkpoint's address may hold a password. */
  private final Html html;

  private final QueryView query;
  private final QueryFacts facts;
  private final Instant now;

  QueryTables(Html html, QueryView query, Instant now) {
    this.html = html;
    this.query = query;
    this.facts = query.facts();
    this.now = now;
  }

  void write() {
    html.open("div", "class", "beside");
    runs();
    sources();
    operators();
    html.close();
  }

  private void runs() {
    section("runs", "Runs and failures");
    html.open("dl", "class", "facts");
    var error = facts.history().lastError();
    fact(
        "Runs seen",
        Numbers.count(facts.history().runs())
            + ", failed "
            + Numbers.count(facts.history().failures()));
    if (error != null) {
      fact(
          "Last failure",
          (facts.history().lastFailureAt() == null
                  ? ""
                  : ago(facts.history().lastFailureAt()) + ": ")
              + (error.type() == null ? "an exception" : error.type())
              + (error.message() == null ? "" : ": " + error.message()));
    }
    fact("This run", "since " + Times.utc(facts.run().startedAt()));
    if (facts.run().endedAt() != null) {
      fact("Ended", Times.utc(facts.run().endedAt()) + ", " + ago(facts.run().endedAt()));
    }
    var totals = facts.history().totals();
    fact(
        "Batches",
        Numbers.count(totals.batches()) + ", " + Numbers.count(totals.emptyBatches()) + " empty");
    fact("Rows, by Spark", Numbers.count(totals.inputRows()));
    fact("Late rows dropped", Numbers.count(totals.droppedLateRows()));
    Long backlog = facts.lag().rateLimitedBacklog();
    fact("Left by the rate limit", backlog == null ? null : Numbers.count(backlog) + " records");
    var checkpoint = facts.identity().checkpoint();
    fact("Checkpoint", checkpoint == null ? null : Secrets.masked(checkpoint));
    fact("Query id", facts.identity().queryId());
    fact("Run id", facts.run().runId());
    fact("Application id", facts.identity().app().id());
    fact("Other live run", facts.run().otherLiveRunId());
    fact("Took the place of", facts.identity().replacedQueryId());
    Long lost = facts.history().reportsFailed();
    fact("Reports that did not arrive", lost == null ? null : Numbers.count(lost));
    html.close().close();
  }

  private void fact(String label, @Nullable String text) {
    if (text != null) {
      html.element("dt", label).element("dd", text);
    }
  }

  private void sources() {
    section("sources", "Sources");
    if (facts.sources().isEmpty()) {
      html.element("p", "None is known before the first batch has ended.", "class", "summary");
    } else {
      html.open("div", "class", "scroll").open("table");
      html.element("caption", "Sources", "class", "unseen");
      Tables.head(html, List.of("Source", "Consumed, offsets", "Arriving /s", "Last input"), 3);
      facts.sources().forEach(this::source);
      html.close().close().close();
    }
    html.close();
  }

  private void source(SourceFacts source) {
    html.open("tr").open("th", "scope", "row").text(source.description());
    if (!source.kafka()) {
      html.element("span", "not Kafka: its lag cannot be known", "class", "note");
    }
    html.close();
    long consumed = source.consumedByTopic().values().stream().reduce(0L, SaturatingMath::add);
    Tables.number(html, source.kafka() ? consumed : null);
    double arriving = 0;
    boolean known = !source.consumedByTopic().isEmpty();
    for (String topic : source.consumedByTopic().keySet()) {
      Double rate = query.arrivalPerSecond().get(topic);
      known &= rate != null;
      arriving += rate == null ? 0 : rate;
    }
    Tables.text(html, known ? Numbers.rate(arriving) : Tables.NONE);
    var last = source.lastInputAt();
    Tables.text(html, last == null ? "none seen for " + since(source.watchedSince()) : ago(last));
    html.close();
  }

  private void operators() {
    if (facts.progress().stateOperators().isEmpty()) {
      return;
    }
    section("state", "State operators");
    html.open("div", "class", "scroll").open("table");
    html.element("caption", "State operators", "class", "unseen");
    Tables.head(
        html, List.of("Operator", "Rows", "Updated", "Memory", "Commit", "Dropped late"), 5);
    for (var operator : facts.progress().stateOperators()) {
      html.open("tr").element("th", operator.label(), "scope", "row");
      Tables.number(html, operator.rows());
      Tables.number(html, operator.rowsUpdated());
      Long bytes = operator.memoryBytes();
      Tables.text(html, bytes == null ? Tables.NONE : Numbers.bytes(bytes));
      Long commit = operator.commitMs();
      Tables.text(html, commit == null ? Tables.NONE : Times.duration(Duration.ofMillis(commit)));
      Tables.number(html, operator.rowsDroppedByWatermark());
      html.close();
    }
    html.close().close().close().close();
  }

  private void section(String id, String title) {
    html.open("section", "aria-labelledby", id).element("h2", title, "id", id);
  }

  private String ago(Instant time) {
    return since(time) + " ago";
  }

  private String since(Instant time) {
    return Times.duration(Duration.between(time, now));
  }
}
