package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.query.PhaseDuration;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.replay.RunChanges.RunChange;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.BatchView.LastBatchView;
import io.lagwatch.exporter.watch.RunView.FailureView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The summary of a query in words. */
final class SummaryText {
  private static final int MAX_MESSAGE = 300;

  private final QuerySummary query;

  SummaryText(QuerySummary query) {
    this.query = query;
  }

  /** The application and the query. */
  static String title(QueryKey key) {
    return key.app() + " / " + key.query();
  }

  /** Batches, rows and the worst lag on one line. */
  String numbers() {
    return "batches %s, rows %s, worst lag %s"
        .formatted(Numbers.count(query.batches()), Numbers.count(query.rows()), worst());
  }

  private String worst() {
    WorstLag.Records worst = query.lag.records();
    if (worst != null) {
      return Sentences.atLeast(Numbers.counted(worst.count(), "record", "records"), worst.atLeast())
          + (worst.count() == 0 ? "" : " at " + Times.utc(worst.at()));
    }
    String reason = query.lag.unknownReason();
    return reason == null ? "unknown" : "unknown (" + reason + ")";
  }

  /** What was wrong, and when. */
  List<String> sentences() {
    var sentences = new ArrayList<String>();
    if (!query.earlierKeys().isEmpty()) {
      sentences.add(
          "It ran before as "
              + query.earlierKeys().stream()
                  .map(SummaryText::title)
                  .sorted()
                  .collect(Collectors.joining(", "))
              + ".");
    }
    WorstLag.Age age = query.lag.age();
    if (age != null) {
      sentences.add(
          "The oldest unread record was %s old at %s."
              .formatted(
                  Sentences.atLeast(Times.duration(age.lag().duration()), age.lag().lowerBound()),
                  Times.utc(age.at())));
    }
    if (query.lag.records() != null) {
      sentences.addAll(spans(query.lag.unknown, "The lag was not fully known"));
    }
    batches(sentences);
    query.runs.changes().forEach(change -> sentences.add(sentence(change)));
    if (query.runs.notListed() > 0) {
      sentences.add(
          "Then followed "
              + Numbers.counted(
                  query.runs.notListed(), "more start or end of a run", "more starts and ends")
              + ".");
    }
    sentences.addAll(spans(query.idle, "The query was idle"));
    sentences.addAll(spans(query.silent, "The driver did not report"));
    return sentences;
  }

  private void batches(List<String> sentences) {
    LastBatchView longest = query.longestBatch.completed();
    if (longest != null) {
      PhaseDuration slowest = longest.slowestPhase();
      sentences.add(
          "The longest batch was batch %s: it took %s and ended at %s%s."
              .formatted(
                  longest.id(),
                  Times.duration(longest.duration()),
                  Times.utc(longest.endedAt()),
                  slowest == null
                      ? ""
                      : "; its slowest phase was "
                          + slowest.name()
                          + " ("
                          + Times.duration(slowest.duration())
                          + ")"));
    }
    LongestBatch.Running unfinished = query.longestBatch.unfinished();
    if (unfinished != null) {
      sentences.add(
          "A batch that began at %s ran for at least %s; its end was not reported."
              .formatted(Times.utc(unfinished.since()), Times.duration(unfinished.atLeast())));
    }
  }

  private static String sentence(RunChange change) {
    String at = Times.utc(change.at());
    return switch (change.kind()) {
      case RESTARTED -> "The query was started again at " + at + ".";
      case STOPPED -> "The query was stopped at " + at + ".";
      case FAILED -> "The query failed at " + at + why(change.failure()) + ".";
    };
  }

  private static String why(@Nullable FailureView failure) {
    if (failure == null || (failure.exceptionClass() == null && failure.message() == null)) {
      return ", the reason was not reported";
    }
    String message = failure.message();
    String text =
        Objects.requireNonNullElse(failure.exceptionClass(), "an exception")
            + (message == null ? "" : ": " + message);
    return ": " + (text.length() > MAX_MESSAGE ? text.substring(0, MAX_MESSAGE) + "…" : text);
  }

  private static List<String> spans(Spans spans, String what) {
    var sentences = new ArrayList<String>();
    if (spans.count() > Spans.LONGEST) {
      sentences.add(
          "%s %s, %s in total. The longest:"
              .formatted(
                  what,
                  Numbers.counted(spans.count(), "time", "times"),
                  Times.duration(spans.total())));
    }
    for (Spans.Span span : spans.longest()) {
      sentences.add(
          "%s for %s from %s to %s%s"
              .formatted(
                  what,
                  Times.duration(span.duration()),
                  Times.utc(span.from()),
                  Times.utc(span.to()),
                  span.reason().isEmpty() ? "." : ": " + span.reason() + "."));
    }
    return sentences;
  }

  /**
   * The alerts of the query, one on a line.
   *
   * @param end how long those last that still fire
   */
  List<String> alerts(Instant end) {
    List<String> alerts =
        query.alerts().stream()
            .map(
                episode -> {
                  Instant until = episode.until();
                  String lasted = Times.duration(episode.duration(end));
                  return String.format(
                      Locale.ROOT,
                      "%-18s from %s%s",
                      episode.alert(),
                      seconds(episode.since()),
                      until == null
                          ? ", still firing after " + lasted
                          : " for " + lasted + ", until " + seconds(until));
                })
            .toList();
    return alerts.isEmpty() ? List.of("no alert") : alerts;
  }

  private static Instant seconds(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Everything, one below the other. */
  List<String> lines(Instant end) {
    var lines = new ArrayList<String>();
    lines.add(title(query.key()));
    lines.add("  " + numbers());
    sentences().forEach(sentence -> lines.add("  " + sentence));
    alerts(end).forEach(alert -> lines.add("  " + alert));
    return lines;
  }
}
