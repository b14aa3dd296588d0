package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.lag.ClusterPoll.Offsets;
import io.lagwatch.exporter.lag.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The logs of one topic, moved on second by second. */
final class SimTopic {
  /** Long ago. */
  private static final long BEFORE = -Span.HOUR * 24 * 365;

  private final TopicPlan plan;
  private final SplittableRandom random;
  private final List<Log> logs = new ArrayList<>();
  private int generation;

  /** One partition's log; {@code owed} is the fraction of a record that has not come yet. */
  private static final class Log {
    private final long since;
    private long earliest;
    private long end;
    private double owed;

    /** The ends of closed segments by the time of their youngest record. */
    private final TreeMap<Long, Long> closed = new TreeMap<>();

    private Log(long since, long earliest, long end) {
      this.since = since;
      this.earliest = earliest;
      this.end = end;
    }
  }

  SimTopic(TopicPlan plan, SplittableRandom random) {
    this.plan = plan;
    this.random = random;
    grow(BEFORE, plan.partitions, Math.max(0, plan.firstEnd - plan.keeps), plan.firstEnd);
    logs.forEach(this::fillSegments);
  }

  /** As if the records of the first second had always come. */
  private void fillSegments(Log log) {
    TopicPlan.Segments segments = plan.segments;
    if (segments != null) {
      double perSecond = plan.arrivals.perSecond(0) / plan.partitions;
      long oldest = -(segments.retention() / segments.seconds()) * segments.seconds();
      for (long at = oldest; at < 0; at += segments.seconds()) {
        log.closed.put(at, log.end + Math.round(at * perSecond));
      }
      log.earliest = log.end + Math.round((oldest - segments.seconds()) * perSecond);
    }
  }

  private void deleteSegments(Log log, long second) {
    TopicPlan.Segments segments = plan.segments;
    if (segments == null) {
      log.earliest = Math.max(log.earliest, log.end - plan.keeps);
      return;
    }
    if (second % segments.seconds() == 0) {
      log.closed.put(second, log.end);
    }
    while (!log.closed.isEmpty() && log.closed.firstKey() + segments.retention() <= second) {
      log.earliest = log.closed.pollFirstEntry().getValue();
    }
  }

  private void grow(long since, int partitions, long earliest, long end) {
    while (logs.size() < partitions) {
      logs.add(new Log(since, earliest, end));
    }
  }

  void step(long second) {
    Integer recreatedPartitions = plan.recreatedWith.get(second);
    if (recreatedPartitions != null) {
      logs.clear();
      generation++;
      grow(second, recreatedPartitions, 0, 0);
    }
    Integer grown = plan.growsTo.get(second);
    if (grown != null) {
      grow(second, grown, 0, 0);
    }
    double rate = plan.arrivals.perSecond(second);
    if (rate <= 0) {
      return;
    }
    int n = logs.size();
    for (int i = 0; i < n; i++) {
      double weight = weight(i, second);
      Log log = logs.get(i);
      double noise = plan.noise == 0 ? 0 : plan.noise * random.nextGaussian();
      // Cut on both sides, so that noise does not add to the rate.
      log.owed += rate / n * weight * (1 + Math.max(-1, Math.min(1, noise)));
      long whole = (long) log.owed;
      log.owed -= whole;
      log.end += whole;
      deleteSegments(log, second);
    }
  }

  /** The share of the arrivals that a partition gets, times the number of partitions. */
  private double weight(int partition, long second) {
    int n = logs.size();
    TopicPlan.Hot hot = plan.hot;
    if (n == 1) {
      return 1;
    }
    if (hot != null && second >= hot.from()) {
      return n / 2.0 / (partition == hot.partition() ? 1 : n - 1);
    }
    return (1 + plan.skew * partition / (n - 1)) / (1 + plan.skew / 2);
  }

  String name() {
    return plan.name;
  }

  int partitions() {
    return logs.size();
  }

  /** How often the topic was deleted and recreated. */
  int generation() {
    return generation;
  }

  /** Since when the partition has been there. */
  long since(int partition) {
    return logs.get(partition).since;
  }

  TopicPartition key(int partition) {
    return new TopicPartition(plan.name, partition);
  }

  Offsets offsets(int partition) {
    Log log = logs.get(partition);
    return new Offsets(log.end, log.earliest);
  }

  boolean answers(int partition, long second) {
    return plan.deaf.stream().noneMatch(d -> d.partition() == partition && d.span().holds(second));
  }
}
