package io.lagwatch.exporter.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a simulated topic is and what happens to it. Built once by a scenario, then only read. */
final class TopicPlan {
  final String name;
  final int partitions;
  final Arrivals arrivals;

  /** Standard deviation of one second's records of one partition, as a share of its rate. */
  double noise = 0.15;

  /** Share of the busiest partition relative to the least busy one, less one; 0 is even. */
  double skew;

  /** The partition that gets as much as all others together, from that second on; none if null. */
  @Nullable Hot hot;

  /** Where the log of each partition ends at the start. */
  long firstEnd = 5_000_000;

  /** Records a partition keeps; older ones are deleted. */
  long keeps = 200_000_000;

  /** Closed segments are deleted as a whole; null if single records are. */
  @Nullable Segments segments;

  final NavigableMap<Long, Integer> growsTo = new TreeMap<>();
  final NavigableMap<Long, Integer> recreatedWith = new TreeMap<>();
  final List<Deaf> deaf = new ArrayList<>();

  /**
   * Segments of the given length in seconds, deleted when their youngest record is older than the
   * retention.
   */
  record Segments(long seconds, long retention) {}

  /** A partition whose end offset cannot be polled for a while. */
  record Deaf(int partition, Span span) {}

  /** A partition that is hot from a second on. */
  record Hot(int partition, long from) {}

  TopicPlan(String name, int partitions, Arrivals arrivals) {
    this.name = name;
    this.partitions = partitions;
    this.arrivals = arrivals;
  }

  TopicPlan noise(double share) {
    noise = share;
    return this;
  }

  TopicPlan skew(double more) {
    skew = more;
    return this;
  }

  TopicPlan hot(int partition, long from) {
    hot = new Hot(partition, from);
    return this;
  }

  TopicPlan keeps(long records) {
    keeps = records;
    return this;
  }

  TopicPlan segments(long seconds, long retention) {
    segments = new Segments(seconds, retention);
    return this;
  }

  TopicPlan growsTo(long at, int partitions) {
    growsTo.put(at, partitions);
    return this;
  }

  /** The topic is deleted and recreated: every log starts at 0. */
  TopicPlan recreated(long at, int partitions) {
    recreatedWith.put(at, partitions);
    return this;
  }

  TopicPlan deaf(int partition, long from, long to) {
    deaf.add(new Deaf(partition, new Span(from, to)));
    return this;
  }
}
