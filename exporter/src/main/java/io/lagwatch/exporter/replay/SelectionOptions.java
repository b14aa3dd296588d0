package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.config.Glob;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that narrow what a replay reports. */
final class SelectionOptions {
  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "reports from this time on, such as 2026-03-02T06:20 (in the zone of --zone, by default"
              + " UTC), or from a duration before the end, such as 2h; earlier lines are still"
              + " read")
  private @Nullable String since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "reports up to this time, or up to a duration before the end")
  private @Nullable String until;

  @Option(
      names = "--query",
      paramLabel = "NAME",
      description = "reports only queries with this name or id; * stands for any characters")
  private @Nullable String query;

  /** A value that cannot be used. The message names its option. */
  static final class Invalid extends Exception {
    private static final long serialVersionUID = 1;

    Invalid(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * The time to be judged.
   *
   * @param zone of a time without a zone; null for UTC
   * @param end finds the last time of the input; called only if a duration is given
   */
  TimeWindow window(@Nullable ZoneId zone, Supplier<Instant> end) throws Invalid {
    TimeBound from = bound("--since", since, zone);
    TimeBound to = bound("--until", until, zone);
    boolean needsEnd = from instanceof TimeBound.BeforeEnd || to instanceof TimeBound.BeforeEnd;
    TimeWindow window = TimeWindow.of(from, to, needsEnd ? end.get() : Instant.MAX);
    if (window.isEmpty()) {
      throw new Invalid(
          "--until: expected a time after --since (%s), found %s"
              .formatted(window.since(), window.until()));
    }
    return window;
  }

  private static @Nullable TimeBound bound(
      String option, @Nullable String text, @Nullable ZoneId zone) throws Invalid {
    TimeBound bound = text == null ? null : TimeBound.of(text, zone);
    if (text != null && bound == null) {
      throw new Invalid(
          option
              + ": expected a time such as 2026-03-02T06:20 or 2026-03-02T06:20:00Z, or a duration"
              + " before the end such as 2h or 30m, found '"
              + text
              + "'");
    }
    return bound;
  }

  QueryFilter filter() throws Invalid {
    if (query != null && query.isBlank()) {
      throw new Invalid(
          "--query: expected the name of a query or a pattern such as orders*, found ''");
    }
    return new QueryFilter(query == null ? Glob.ANY : new Glob(query));
  }

  /** The error of a window that contains nothing of the input. */
  static String outside(TimeWindow window, Instant first, Instant last) {
    return "--since, --until: expected a part of the time from %s to %s, found %s to %s"
        .formatted(
            first.truncatedTo(ChronoUnit.SECONDS),
            last.truncatedTo(ChronoUnit.SECONDS),
            window.since().equals(Instant.MIN) ? "its start" : window.since(),
            window.until().equals(Instant.MAX) ? "its end" : window.until());
  }

  /** The error of a filter that chose no query. */
  String noQuery(QueryFilter filter) {
    return "--query: expected the name or id of a query, found '%s'; the queries are %s"
        .formatted(query, String.join(", ", new TreeSet<>(filter.others())));
  }
}
