package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.watch.LiveMonitor;
import io.lagwatch.exporter.watch.Monitor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A watch that has lived through a simulated story, and goes on with it as far as it is told to: so
 * a page can be looked at as it is in that situation. One thread moves it on; what it shows may be
 * read by any.
 */
public final class Stage {
  private static final Duration POLL_TOOK = Duration.ofMillis(40);

  private final LiveMonitor watch;
  private final Iterator<TimelineEvent> events;
  private TimelineEvent next;
  private Instant due = DriverClock.START.plus(Monitor.EVALUATION_INTERVAL);
  private volatile Instant now = DriverClock.START;

  private Stage(Scenario story) {
    var broker =
        new LiveMonitor.Cluster(SimBroker.CLUSTER, Pattern.compile(".*"), Duration.ofSeconds(15));
    watch =
        new LiveMonitor(
            List.of(broker), story.rules(), Duration.ofHours(24), DriverClock.START, cluster -> {});
    events = story.timeline().iterator();
    next = events.next();
  }

  /** The story at the moment at which it is worth looking at. */
  public static Stage of(Story story) {
    var stage = new Stage(story.scenario());
    stage.moveOn(story.moment());
    return stage;
  }

  public LiveMonitor watch() {
    return watch;
  }

  /** Lets more of the story happen. */
  public void moveOn(Duration by) {
    Instant until = now.plus(by);
    while (!next.at().isAfter(until) || !due.isAfter(until)) {
      if (due.isAfter(next.at())) {
        deliver(next);
        next = events.next();
      } else {
        watch.evaluate(due);
        due = due.plus(Monitor.EVALUATION_INTERVAL);
      }
    }
    now = until;
  }

  /** Shows the story's time. */
  public Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("only instants are supported");
      }

      @Override
      public Instant instant() {
        return now;
      }
    };
  }

  private void deliver(TimelineEvent event) {
    if (event instanceof TimelineEvent.Reported reported) {
      watch.report(reported.report(), reported.at());
    } else if (event instanceof TimelineEvent.Polled polled) {
      watch.polled(polled.poll(), polled.at(), POLL_TOOK);
    } else if (event instanceof TimelineEvent.PollFailed failed) {
      watch.pollFailed(failed.cluster(), "timeout", failed.message(), failed.at(), POLL_TOOK);
    }
  }
}
