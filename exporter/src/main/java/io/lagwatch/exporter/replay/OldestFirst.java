package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.replay.LogEvent.Progressed;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The events of a file in the order of time. Log collectors export the newest line first: such a
 * file is told by the first two batches of a run, read to its end and sorted. Not thread-safe.
 */
final class OldestFirst {
  /** More events than these are not held in memory. */
  static final int MAX_SORTED = 50_000;

  /** A file whose events so far show no order is taken as it is. */
  private static final int LOOKED_AT = 1_000;

  private final EventSource source;
  private final Queue<LogEvent> ahead = new ArrayDeque<>();
  private boolean isOrderKnown;

  /** Where the events come from. */
  interface EventSource {
    /** The next event, or null after the last. */
    @Nullable LogEvent next() throws IOException;
  }

  private record Timed(LogEvent event, Instant at) {}

  OldestFirst(EventSource source) {
    this.source = source;
  }

  /**
   * The next event, or null after the last.
   *
   * @throws IOException when the file cannot be read, or is too large to be sorted
   */
  @Nullable LogEvent next() throws IOException {
    if (!isOrderKnown) {
      isOrderKnown = true;
      lookAhead();
    }
    LogEvent next = ahead.poll();
    return next == null ? source.next() : next;
  }

  private void lookAhead() throws IOException {
    Map<String, Long> batches = new HashMap<>();
    while (ahead.size() < LOOKED_AT) {
      LogEvent event = source.next();
      if (event == null) {
        return;
      }
      ahead.add(event);
      if (event instanceof Progressed progressed) {
        long batch = progressed.progress().batchId();
        Long before = batches.put(progressed.query().runId(), batch);
        if (before != null && before != batch) {
          if (batch < before) {
            sort();
          }
          return;
        }
      }
    }
  }

  private void sort() throws IOException {
    List<Timed> all = new ArrayList<>();
    Instant at = Instant.MIN;
    LogEvent.Seen last = null;
    for (LogEvent event = next(); event != null; event = next()) {
      at = event.at() == null ? at : event.at();
      if (event instanceof LogEvent.Seen seen) {
        last = last == null || seen.at().isAfter(last.at()) ? seen : last;
      } else if (all.size() < MAX_SORTED) {
        all.add(new Timed(event, at));
      } else {
        throw new IOException(
            "the newest line is first, and the file has more than "
                + MAX_SORTED
                + " events; sort it by time");
      }
    }
    all.sort(Comparator.comparing(Timed::at));
    all.forEach(one -> ahead.add(one.event()));
    if (last != null) {
      ahead.add(last);
    }
  }
}
