package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.elements;
import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;

import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Batch ends whose lag is not known yet. The end offsets at the end of a batch are interpolated
 * from the next poll, so each batch end waits for a poll. Its size is limited. Not thread-safe.
 */
final class BatchEnds {
  /** After this time, a batch end is evaluated without a poll. */
  private static final Duration GIVE_UP_AFTER = Duration.ofMinutes(15);

  private static final int MAX_WAITING = 64;

  private final List<Waiting> waiting = new ArrayList<>();

  /**
   * A batch end that waits for a poll.
   *
   * @param normal true if the batch was neither at the start of a run nor reading a backlog
   */
  record Waiting(Instant endedAt, Duration took, boolean normal, List<ReadPosition> places) {}

  /** The position of a source in a partition. */
  record ReadPosition(int source, String topic, int partition, long readFrom) {
    TopicPartition topicPartition() {
      return new TopicPartition(topic, partition);
    }
  }

  /** The end offset and the position of a partition at the end of the batch. */
  record ReadRange(long end, long readFrom) {
    long lag() {
      return Math.max(0, end - readFrom);
    }
  }

  /**
   * One source at a batch end.
   *
   * @param behindSeconds lag in seconds of its worst partition; null if unknown
   */
  record SourceEnd(
      Map<TopicPartition, ReadRange> partitions, @Nullable Double behindSeconds, boolean atLeast) {}

  /**
   * A batch end with known lag. {@code sources} is empty if there was no poll in time.
   *
   * @param normal true if the batch was neither at the start of a run nor reading a backlog
   */
  record CompletedBatch(
      Instant endedAt, Duration took, boolean normal, Map<Integer, SourceEnd> sources) {}

  BatchEnds(List<Waiting> waiting) {
    this.waiting.addAll(waiting);
  }

  /** Checks one batch end of the state file. */
  static void check(Waiting saved) {
    required(saved.endedAt(), "batches.waiting.endedAt");
    notNegative(saved.took(), "batches.waiting.took");
    for (ReadPosition place : elements(saved.places(), "batches.waiting.places")) {
      required(place.topic(), "batches.waiting.places.topic");
      notNegative((long) place.partition(), "batches.waiting.places.partition");
      notNegative(place.readFrom(), "batches.waiting.places.readFrom");
    }
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  List<Waiting> waiting() {
    return List.copyOf(waiting);
  }

  void add(Instant endedAt, Duration took, boolean normal, List<PartitionLag> partitions) {
    var places = new ArrayList<ReadPosition>();
    for (PartitionLag p : partitions) {
      Long readFrom = p.position() == null ? p.earliest() : p.position();
      if (readFrom != null && p.state() != PartitionStatus.POSITION_BEYOND_END) {
        places.add(
            new ReadPosition(
                p.source(), p.partition().topic(), p.partition().partition(), readFrom));
      }
    }
    waiting.add(new Waiting(endedAt, took, normal, places));
    if (waiting.size() > MAX_WAITING) {
      waiting.remove(0);
    }
  }

  /** Removes and returns the batch ends that can be evaluated, oldest first. */
  List<CompletedBatch> resolve(BrokerOffsets brokers, Instant now) {
    var known = new ArrayList<CompletedBatch>();
    for (Iterator<Waiting> all = waiting.iterator(); all.hasNext(); ) {
      Waiting end = all.next();
      Map<Integer, SourceEnd> sources = sources(end, brokers);
      long wanted = end.places().stream().map(ReadPosition::source).distinct().count();
      boolean givenUp = end.endedAt().plus(GIVE_UP_AFTER).isBefore(now);
      if (sources.size() == wanted || givenUp) {
        known.add(new CompletedBatch(end.endedAt(), end.took(), end.normal(), sources));
        all.remove();
      }
    }
    return known;
  }

  /**
   * Returns a batch end with the offsets that Spark reported at planning. For a query whose topics
   * are not polled.
   */
  static CompletedBatch planned(
      Instant endedAt, Duration took, boolean normal, List<PartitionLag> partitions) {
    var sources = new TreeMap<Integer, SourceEnd>();
    for (PartitionLag p : partitions) {
      if (p.end() != null && p.position() != null) {
        sources
            .computeIfAbsent(p.source(), s -> new SourceEnd(new HashMap<>(), null, false))
            .partitions()
            .put(p.partition(), new ReadRange(p.end(), p.position()));
      }
    }
    return new CompletedBatch(endedAt, took, normal, sources);
  }

  private static Map<Integer, SourceEnd> sources(Waiting end, BrokerOffsets brokers) {
    var partitions = new TreeMap<Integer, Map<TopicPartition, ReadRange>>();
    var behind = new HashMap<Integer, Double>();
    var atLeast = new HashMap<Integer, Boolean>();
    for (ReadPosition place : end.places()) {
      TopicPartition partition = place.topicPartition();
      BrokerOffsets own = brokers.forSource(place.source());
      Long logEnd = own.endAt(partition, end.endedAt());
      if (logEnd == null) {
        continue;
      }
      partitions
          .computeIfAbsent(place.source(), s -> new HashMap<>())
          .put(partition, new ReadRange(logEnd, place.readFrom()));
      var time =
          logEnd <= place.readFrom()
              ? TimeLag.NONE
              : own.behind(partition, place.readFrom(), end.endedAt());
      if (time != null) {
        double seconds = time.duration().toMillis() / 1000.0;
        if (seconds >= behind.getOrDefault(place.source(), 0.0)) {
          behind.put(place.source(), seconds);
          atLeast.put(place.source(), time.lowerBound());
        }
      }
    }
    var sources = new TreeMap<Integer, SourceEnd>();
    partitions.forEach(
        (source, own) ->
            sources.put(
                source,
                new SourceEnd(
                    own, behind.get(source), atLeast.getOrDefault(source, Boolean.FALSE))));
    return sources;
  }
}
