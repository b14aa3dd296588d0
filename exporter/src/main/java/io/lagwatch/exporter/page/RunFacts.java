package io.lagwatch.exporter.page;

import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.RunView.FailureView;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs, failures and ids of a query as a list; what is unknown is left out. */
final class RunFacts {
  private final List<LabeledText> facts = new ArrayList<>();
  private final Snapshot snapshot;

  private RunFacts(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  static List<LabeledText> of(QueryView query, Snapshot snapshot) {
    var all = new RunFacts(snapshot);
    all.runs(query);
    all.counts(query);
    all.ids(query);
    return all.facts;
  }

  private void runs(QueryView query) {
    var run = query.run();
    var counters = run.counters();
    add(
        "Runs seen",
        Numbers.count(counters.runs()) + ", failed " + Numbers.count(counters.failures()));
    FailureView failure = run.lastFailure();
    if (failure != null) {
      add(
          "Last failure",
          (failure.at() == null ? "" : ago(failure.at()) + ": ")
              + Objects.requireNonNullElse(failure.exceptionClass(), "an exception")
              + (failure.message() == null ? "" : ": " + failure.message()));
    }
    add("This run", "since " + Times.utc(run.startedAt()));
    Instant ended = run.endedAt();
    add("Ended", ended == null ? null : Times.utc(ended) + ", " + ago(ended));
  }

  private void counts(QueryView query) {
    var counters = query.run().counters();
    add(
        "Batches",
        Numbers.count(counters.batches())
            + ", "
            + Numbers.count(counters.emptyBatches())
            + " empty");
    add("Rows counted by Spark", Numbers.count(counters.inputRows()));
    add("Late rows dropped", Numbers.count(counters.droppedLateRows()));
    var invalid = query.batch().invalidFields();
    add(
        "Invalid fields in Spark's progress",
        invalid.count() == 0
            ? null
            : Numbers.count(invalid.count()) + ": " + String.join("; ", invalid.examples()));
    Long backlog = query.lag().measurement().rateLimitedBacklog();
    add(
        "Rate-limited backlog",
        backlog == null ? null : Numbers.counted(backlog, "record", "records"));
  }

  private void ids(QueryView query) {
    var identity = query.identity();
    add("Checkpoint", identity.checkpoint());
    add("Query id", identity.queryId());
    add("Run id", identity.runId());
    add("Application id", identity.application().id());
    add("Other live run", identity.otherLiveRunId());
    add("Replaced query id", identity.replacedQueryId());
    Long failed = query.run().counters().reportsFailed();
    add("Reports not delivered", failed == null ? null : Numbers.count(failed));
  }

  private void add(String label, @Nullable String text) {
    if (text != null) {
      facts.add(new LabeledText(label, text));
    }
  }

  private String ago(Instant time) {
    return Times.duration(snapshot.age(time)) + " ago";
  }
}
