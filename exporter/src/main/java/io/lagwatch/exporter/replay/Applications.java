package io.lagwatch.exporter.replay;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The applications that logs are of. A run belongs to one application, whichever files tell of it.
 * Not thread-safe.
 */
final class Applications {
  private final Map<String, QueryEvents> byId = new HashMap<>();
  private final Map<String, QueryEvents> byDefaultName = new HashMap<>();
  private final Map<String, QueryEvents> byRun = new HashMap<>();
  private final Set<QueryEvents> all = new LinkedHashSet<>();
  private final List<Origin> open = new ArrayList<>();
  private final PriorityQueue<Made> made =
      new PriorityQueue<>(
          Comparator.comparing((Made one) -> one.line().at()).thenComparingLong(Made::number));
  private final Queue<TimelineLine> ready = new ArrayDeque<>();
  private long number;

  private record Made(TimelineLine line, long number) {}

  /** A file, and the application that its lines are of at the moment. */
  static final class Origin {
    private final String defaultName;
    private QueryEvents application;

    /** It has been read, and another file of the application follows. */
    private boolean isFollowed;

    private Origin(String defaultName, QueryEvents application) {
      this.defaultName = defaultName;
      this.application = application;
    }
  }

  /** A file begins to be read. */
  Origin origin(String defaultName) {
    QueryEvents application =
        byDefaultName.computeIfAbsent(defaultName, name -> add(new QueryEvents(name)));
    open.removeIf(before -> before.isFollowed && before.defaultName.equals(defaultName));
    var origin = new Origin(defaultName, application);
    open.add(origin);
    return origin;
  }

  /**
   * A file has been read to its end.
   *
   * @param isFollowed whether another file of the application is to be read
   */
  void ended(Origin origin, boolean isFollowed) {
    origin.isFollowed = isFollowed;
    if (!isFollowed) {
      open.remove(origin);
      if (open.stream().noneMatch(other -> other.application == origin.application)) {
        origin.application.catchUp();
      }
    }
    collect(origin.application);
  }

  private QueryEvents add(QueryEvents application) {
    all.add(application);
    return application;
  }

  /** Takes an event of a file; false when it says nothing of a query. */
  boolean take(LogEvent event, Instant at, Origin from) {
    if (event instanceof LogEvent.Recorded recorded) {
      made.add(new Made(recorded.line(), number++));
      return true;
    }
    if (event instanceof LogEvent.DriverStarted driver) {
      driverStarted(driver.sparkVersion(), from);
      return false;
    }
    if (event instanceof LogEvent.ApplicationNamed names) {
      named(names, from);
      return false;
    }
    String runId = runId(event);
    if (runId != null) {
      QueryEvents own = from.application;
      from.application = byRun.computeIfAbsent(runId, run -> own);
    }
    from.application.take(event, at);
    collect(from.application);
    return runId != null && !(event instanceof LogEvent.BatchRuns);
  }

  private static @Nullable String runId(LogEvent event) {
    if (event instanceof LogEvent.Progressed progressed) {
      return progressed.query().runId();
    }
    if (event instanceof LogEvent.Started started) {
      return started.query().runId();
    }
    if (event instanceof LogEvent.Terminated terminated) {
      return terminated.query().runId();
    }
    if (event instanceof LogEvent.BatchRuns batch) {
      return batch.runId();
    }
    LogEvent.Identity idle = event instanceof LogEvent.Idled idled ? idled.query() : null;
    return idle == null ? null : idle.runId();
  }

  /** A driver that starts where another one has run is another application, or its next attempt. */
  private void driverStarted(String version, Origin from) {
    if (from.application.hasRuns() || from.application.applicationId() != null) {
      turnTo(add(new QueryEvents(from.defaultName)), from);
    }
    from.application.sparkVersion(version);
  }

  private void named(LogEvent.ApplicationNamed names, Origin from) {
    String id = names.id();
    QueryEvents known = id == null ? null : byId.get(id);
    if (known != null) {
      turnTo(known, from);
    }
    from.application.named(id, names.name());
    if (id != null && id.equals(from.application.applicationId())) {
      byId.put(id, from.application);
    }
  }

  private void turnTo(QueryEvents application, Origin from) {
    if (from.application != application) {
      QueryEvents before = from.application;
      from.application = application;
      byDefaultName.put(from.defaultName, application);
      before.catchUp();
      collect(before);
    }
  }

  private void collect(QueryEvents application) {
    for (TimelineLine line = application.next(); line != null; line = application.next()) {
      made.add(new Made(line, number++));
    }
  }

  /**
   * The next line that no other application can have an earlier one than; null when there is none.
   *
   * @param maxWaiting with more lines than these, the applications are brought to the same time
   */
  @Nullable TimelineLine next(int maxWaiting) {
    if (made.size() > maxWaiting) {
      open.forEach(origin -> origin.application.catchUp());
      open.forEach(origin -> collect(origin.application));
      while (!made.isEmpty()) {
        ready.add(made.remove().line());
      }
    }
    TimelineLine waiting = ready.poll();
    Made first = made.peek();
    if (waiting != null || first == null) {
      return waiting;
    }
    for (Origin origin : open) {
      Instant clock = origin.application.clock();
      if (clock != null && clock.isBefore(first.line().at())) {
        return null;
      }
    }
    return made.remove().line();
  }

  /** All files have been read to their ends. */
  void end() {
    all.forEach(QueryEvents::catchUp);
    all.forEach(this::collect);
  }

  ReadCounts counts() {
    ReadCounts sum = ReadCounts.NONE;
    for (QueryEvents application : all) {
      sum = sum.plus(application.counts());
    }
    return sum;
  }
}
