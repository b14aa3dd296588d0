package io.lagwatch.exporter.replay;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The times during which a condition was true. Counts all of them and remembers the longest, so its
 * memory is bounded. Not thread-safe.
 */
final class Spans {
  /** How many are remembered. */
  static final int LONGEST = 3;

  private final Duration shortest;
  private final List<Span> longest = new ArrayList<>();
  private long count;
  private Duration total = Duration.ZERO;
  private @Nullable Instant from;
  private @Nullable Instant lastSeen;
  private String reason = "";

  /**
   * One time.
   *
   * @param reason of the condition; empty without one
   */
  record Span(Instant from, Instant to, String reason) {
    Duration duration() {
      return Duration.between(from, to);
    }
  }

  /**
   * @param shortest shorter ones do not count
   */
  Spans(Duration shortest) {
    this.shortest = shortest;
  }

  /**
   * Takes the condition as it is at {@code at}.
   *
   * @param why the reason that it is true, or empty; null when it is false
   */
  void seen(@Nullable String why, Instant at) {
    if (from != null && !reason.equals(why)) {
      lastSeen = at;
      end();
    }
    if (why != null) {
      from = from == null ? at : from;
      reason = why;
    }
    lastSeen = at;
  }

  /** Nothing more follows: a condition that is true lasts until it was last seen. */
  void end() {
    if (from != null) {
      add(new Span(from, Objects.requireNonNull(lastSeen), reason));
      from = null;
    }
  }

  private void add(Span span) {
    if (span.duration().compareTo(shortest) < 0) {
      return;
    }
    count++;
    total = total.plus(span.duration());
    longest.add(span);
    if (longest.size() > LONGEST) {
      longest.remove(longest.stream().min(Comparator.comparing(Span::duration)).orElseThrow());
    }
  }

  long count() {
    return count;
  }

  Duration total() {
    return total;
  }

  /** The longest ones in the order of time. */
  List<Span> longest() {
    return List.copyOf(longest);
  }
}
