package io.lagwatch.exporter.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * A timeline made second by second: topics fill, queries read them, drivers report, the broker is
 * polled. The same plan and seed give the same timeline, whenever and however often it is iterated.
 */
final class Simulation implements Iterable<TimelineEvent> {
  private static final long POLL_EVERY = 15;
  private static final long POLLED_AT = 7;

  final Duration length;
  private final long seed;
  private final List<TopicPlan> topics = new ArrayList<>();
  private final List<DriverPlan> drivers = new ArrayList<>();
  private final List<Span> brokerDown = new ArrayList<>();
  private final List<Span> exporterDown = new ArrayList<>();

  Simulation(Duration length, long seed) {
    this.length = length;
    this.seed = seed;
  }

  Simulation topic(TopicPlan topic) {
    topics.add(topic);
    return this;
  }

  Simulation driver(DriverPlan driver) {
    drivers.add(driver);
    return this;
  }

  Simulation brokerDown(long from, long to) {
    brokerDown.add(new Span(from, to));
    return this;
  }

  Simulation exporterDown(long from, long to) {
    exporterDown.add(new Span(from, to));
    return this;
  }

  Instant end() {
    return DriverClock.START.plus(length);
  }

  @Override
  public Iterator<TimelineEvent> iterator() {
    return new Run();
  }

  /** The models of one iteration, for tests that compare what was reported with the truth. */
  Run run() {
    return new Run();
  }

  /** One pass over the timeline. */
  final class Run implements Iterator<TimelineEvent> {
    private final SimBroker broker = new SimBroker(topics, seed);
    private final List<SimDriver> sims = new ArrayList<>();
    private final PriorityQueue<Queued> queue =
        new PriorityQueue<>(
            Comparator.comparing((Queued q) -> q.event.at()).thenComparingLong(q -> q.order));
    private long second;
    private long order;

    private record Queued(TimelineEvent event, long order) {}

    private Run() {
      drivers.forEach(driver -> sims.add(new SimDriver(driver, broker, seed)));
    }

    SimBroker broker() {
      return broker;
    }

    List<SimDriver> drivers() {
      return sims;
    }

    @Override
    public boolean hasNext() {
      while (second < length.toSeconds()
          && (queue.isEmpty()
              || !queue.peek().event.at().isBefore(DriverClock.TRUE.atSecond(second)))) {
        step(second++);
      }
      return !queue.isEmpty();
    }

    @Override
    public TimelineEvent next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return queue.remove().event();
    }

    private void add(TimelineEvent event) {
      if (event.at().isBefore(end())) {
        queue.add(new Queued(event, order++));
      }
    }

    private void step(long t) {
      broker.step(t);
      for (Span down : exporterDown) {
        if (down.from() == t) {
          add(new TimelineEvent.ExporterStopped(DriverClock.TRUE.atSecond(t)));
        } else if (down.to() == t) {
          add(new TimelineEvent.ExporterStarted(DriverClock.TRUE.atSecond(t)));
        }
      }
      boolean reachable = exporterDown.stream().noneMatch(span -> span.holds(t));
      sims.forEach(driver -> report(driver, t, reachable));
      if (reachable && t % POLL_EVERY == POLLED_AT) {
        poll(t);
      }
    }

    private void report(SimDriver driver, long t, boolean exporterUp) {
      var report = driver.step(t);
      if (report == null) {
        return;
      }
      DriverPlan plan = driver.plan();
      if (!exporterUp || plan.unreachable.stream().anyMatch(span -> span.holds(t))) {
        driver.notDelivered();
        return;
      }
      long arrives = t * 1000 + 900;
      for (DriverPlan.Late late : plan.late) {
        // Every second one, so that they overtake each other.
        arrives += late.span().holds(t) && t % 2 == 0 ? (long) (late.seconds() * 1000) : 0;
      }
      add(new TimelineEvent.Reported(DriverClock.TRUE.at(arrives), report));
      if (plan.doubled.stream().anyMatch(span -> span.holds(t))) {
        add(new TimelineEvent.Reported(DriverClock.TRUE.at(arrives + 4000), report));
      }
    }

    private void poll(long t) {
      Instant at = DriverClock.TRUE.at(t * 1000 + 950);
      add(
          brokerDown.stream().anyMatch(span -> span.holds(t))
              ? new TimelineEvent.PollFailed(
                  at, SimBroker.CLUSTER, "Timed out waiting for a node assignment")
              : new TimelineEvent.Polled(at, broker.poll(t)));
    }
  }
}
