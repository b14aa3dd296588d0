package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a replay comes to for each query. Not thread-safe. */
final class Summary {
  private final TreeMap<QueryKey, Query> queries = new TreeMap<>();

  private static final class Query {
    long batches;
    long rows;
    @Nullable Long worstRecords;
    @Nullable String unknownReason;
    boolean worstRecordsPartial;
    @Nullable TimeLag worstTime;
    final List<Transition> transitions = new ArrayList<>();
  }

  void seen(QueryView seen) {
    Query query = queries.computeIfAbsent(seen.key(), key -> new Query());
    query.batches = seen.run().counters().batches();
    query.rows = seen.run().counters().inputRows();
    Long records = seen.lag().records();
    if (records == null && seen.lag().reason() != null) {
      query.unknownReason = seen.lag().reason();
    }
    if (records != null && (query.worstRecords == null || records > query.worstRecords)) {
      query.worstRecords = records;
      query.worstRecordsPartial = seen.lag().recordsAtLeast();
    }
    TimeLag time = seen.lag().time();
    if (time != null
        && (query.worstTime == null || time.duration().compareTo(query.worstTime.duration()) > 0)) {
      query.worstTime = time;
    }
  }

  void changed(Transition transition) {
    queries.computeIfAbsent(transition.query(), key -> new Query()).transitions.add(transition);
  }

  /** The summary as lines of text; alerts that still fire last until {@code end}. */
  List<String> lines(Instant end) {
    var lines = new ArrayList<String>();
    queries.forEach(
        (key, query) -> {
          lines.add(key.app() + " / " + key.query());
          lines.add(
              "  batches %s, rows %s, worst lag %s"
                  .formatted(
                      Numbers.count(query.batches), Numbers.count(query.rows), worst(query)));
          lines.addAll(alerts(query, end));
        });
    return lines;
  }

  private static String worst(Query query) {
    if (query.worstRecords == null) {
      return query.unknownReason == null ? "unknown" : "unknown (" + query.unknownReason + ")";
    }
    String records =
        Sentences.atLeast(
            Numbers.counted(query.worstRecords, "record", "records"), query.worstRecordsPartial);
    TimeLag time = query.worstTime;
    return time == null
        ? records
        : records + ", " + Sentences.atLeast(Times.duration(time.duration()), time.lowerBound());
  }

  private static List<String> alerts(Query query, Instant end) {
    var alerts = new ArrayList<String>();
    for (Transition own : query.transitions) {
      if (!own.fires()) {
        alerts.add(
            String.format(
                Locale.ROOT,
                "  %-18s from %s for %s",
                own.alert(),
                own.since(),
                Times.duration(Duration.between(own.since(), own.at()))));
      } else if (query.transitions.stream().noneMatch(t -> endsOf(own, t))) {
        alerts.add(
            String.format(
                Locale.ROOT,
                "  %-18s from %s, still firing after %s",
                own.alert(),
                own.since(),
                Times.duration(Duration.between(own.since(), end))));
      }
    }
    return alerts.isEmpty() ? List.of("  no alert") : alerts;
  }

  private static boolean endsOf(Transition began, Transition other) {
    return !other.fires()
        && other.alert().equals(began.alert())
        && other.since().equals(began.since());
  }
}
