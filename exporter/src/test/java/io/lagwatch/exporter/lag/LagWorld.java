package io.lagwatch.exporter.lag;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Random sources that read the topics {@code a} and {@code b} with up to three partitions each, and
 * brokers that were polled three times, the last time 40 s before {@link #NOW}.
 *
 * @param base the smallest offset of all
 * @param answered false if the last answers are too old
 */
record LagWorld(
    List<Source> sources,
    Map<String, TopicState> topics,
    Map<TopicPartition, Partition> partitions,
    long base,
    boolean answered,
    boolean pollFailedSince) {
  static final Instant LAST_POLL = Instant.parse("2026-03-02T00:00:00Z");
  static final Instant NOW = LAST_POLL.plusSeconds(40);

  private static final Duration BETWEEN_POLLS = Duration.ofSeconds(15);
  private static final int POLLS = 3;
  private static final List<TopicPartition> ALL =
      List.of(t("a", 0), t("a", 1), t("a", 2), t("b", 0), t("b", 1), t("b", 2));

  /** What the brokers report of a topic. */
  enum TopicState {
    EXISTS,
    GONE,
    NOT_ANSWERED,
    NOT_POLLED
  }

  /** What the brokers report of a partition. */
  enum Answer {
    ALWAYS,
    NOT_THE_LAST_TIME,
    NO_SUCH_PARTITION
  }

  /** The offsets of a partition above the base, as each poll found them. */
  record Partition(Answer answer, boolean hasEarliest, List<Integer> growth) {
    long end(int poll) {
      return growth.subList(0, poll + 1).stream().mapToInt(Integer::intValue).sum();
    }
  }

  /** What a source says of a partition; null numbers are not in its offsets. */
  record Offsets(
      @Nullable Integer position, boolean valid, @Nullable Integer latest, boolean beyondEnd) {}

  /** One source. */
  record Source(
      String description, boolean kafka, boolean hasPosition, List<Offsets> offsets, int unnamed) {
    Set<TopicPartition> invalid() {
      var invalid = new HashSet<TopicPartition>();
      for (int i = 0; i < ALL.size(); i++) {
        if (!offsets.get(i).valid()) {
          invalid.add(ALL.get(i));
        }
      }
      return invalid;
    }

    boolean hasUnread() {
      return unnamed > 0 || !invalid().isEmpty();
    }

    /** The partitions for which Spark reported a position. */
    Set<TopicPartition> positioned() {
      var positioned = new HashSet<TopicPartition>();
      for (int i = 0; i < ALL.size(); i++) {
        Offsets own = offsets.get(i);
        if (hasPosition && own.position() != null && own.valid()) {
          positioned.add(ALL.get(i));
        }
      }
      return positioned;
    }

    /** True for partitions of the subscription and of the topics that Spark has read. */
    boolean reads(TopicPartition partition) {
      if (positioned().contains(partition)) {
        return true;
      }
      return switch (description) {
        case "KafkaV2[Subscribe[a, b]]", "KafkaV2[SubscribePattern[a|b]]" -> true;
        case "KafkaV2[Assign[a-0, a-2]]" ->
            partition.topic().equals("a") && partition.partition() != 1;
        default ->
            description.contains("[" + partition.topic() + "]")
                || positioned().stream().anyMatch(p -> p.topic().equals(partition.topic()));
      };
    }
  }

  static Arbitrary<LagWorld> worlds() {
    Arbitrary<TopicState> topic =
        Arbitraries.frequency(
            often(6, TopicState.EXISTS),
            often(1, TopicState.GONE),
            often(1, TopicState.NOT_ANSWERED),
            often(1, TopicState.NOT_POLLED));
    return Combinators.combine(
            anySource().list().ofMinSize(0).ofMaxSize(3),
            topic,
            topic,
            anyPartition().list().ofSize(ALL.size()),
            Arbitraries.of(0L, (1L << 53) + 1, Long.MAX_VALUE - 1_000),
            Arbitraries.frequency(often(8, true), often(1, false)),
            Arbitraries.of(false, true))
        .as(
            (sources, a, b, partitions, base, answered, failed) -> {
              var byName = new HashMap<TopicPartition, Partition>();
              for (int i = 0; i < ALL.size(); i++) {
                byName.put(ALL.get(i), partitions.get(i));
              }
              return new LagWorld(sources, Map.of("a", a, "b", b), byName, base, answered, failed);
            });
  }

  private static Arbitrary<Partition> anyPartition() {
    return Combinators.combine(
            Arbitraries.frequency(
                often(6, Answer.ALWAYS),
                often(1, Answer.NOT_THE_LAST_TIME),
                often(1, Answer.NO_SUCH_PARTITION)),
            Arbitraries.frequency(often(6, true), often(1, false)),
            Arbitraries.integers().between(0, 9).list().ofSize(POLLS))
        .as(Partition::new);
  }

  private static Arbitrary<Source> anySource() {
    Arbitrary<Offsets> offsets =
        Combinators.combine(
                Arbitraries.integers().between(0, 30).injectNull(0.2),
                Arbitraries.frequency(often(9, true), often(1, false)),
                Arbitraries.integers().between(0, 30).injectNull(0.3),
                Arbitraries.frequency(often(9, false), often(1, true)))
            .as(Offsets::new);
    return Combinators.combine(
            Arbitraries.of(
                "KafkaV2[Subscribe[a, b]]",
                "KafkaV2[Subscribe[a]]",
                "KafkaV2[SubscribePattern[a|b]]",
                "KafkaV2[SubscribePattern[none]]",
                "KafkaV2[Assign[a-0, a-2]]",
                "other"),
            Arbitraries.frequency(often(9, true), often(1, false)),
            Arbitraries.frequency(often(9, true), often(1, false)),
            Arbitraries.frequency(often(1, true), often(9, false)),
            offsets.list().ofSize(ALL.size()),
            Arbitraries.frequency(often(9, 0), often(1, 1), often(1, 2)))
        .as(
            (description, kafka, hasPosition, empty, all, unnamed) ->
                new Source(
                    description, kafka, hasPosition, empty ? nothing() : all, empty ? 0 : unnamed));
  }

  private static TopicPartition t(String topic, int partition) {
    return new TopicPartition(topic, partition);
  }

  private static List<Offsets> nothing() {
    return ALL.stream().map(p -> new Offsets(null, true, null, false)).toList();
  }

  private static <T> Tuple.Tuple2<Integer, T> often(int times, T value) {
    return Tuple.of(times, value);
  }

  QueryLag lag() {
    return LagCalculator.of(positions(), brokers(), NOW);
  }

  List<SourcePosition> positions() {
    var positions = new ArrayList<SourcePosition>();
    for (int index = 0; index < sources.size(); index++) {
      Source source = sources.get(index);
      var position = new HashMap<TopicPartition, Long>();
      var latest = new HashMap<TopicPartition, Long>();
      var beyond = new HashSet<TopicPartition>();
      for (int i = 0; i < ALL.size(); i++) {
        Offsets own = source.offsets().get(i);
        if (own.position() != null && own.valid()) {
          position.put(ALL.get(i), base + own.position());
        }
        if (own.latest() != null) {
          latest.put(ALL.get(i), base + own.latest());
        }
        if (own.beyondEnd()) {
          beyond.add(ALL.get(i));
        }
      }
      positions.add(
          SourcePositions.source(
              index,
              source.kafka(),
              source.description(),
              source.hasPosition() ? position : null,
              latest,
              beyond,
              new UnknownPositions(source.invalid(), source.unnamed())));
    }
    return positions;
  }

  private BrokerOffsets brokers() {
    var brokers = new ClusterOffsets("c", () -> answered ? BETWEEN_POLLS : Duration.ofSeconds(13));
    for (int poll = 0; poll < POLLS; poll++) {
      brokers.apply(poll(poll), polledAt(poll));
    }
    if (pollFailedSince) {
      brokers.pollFailed();
    }
    return new OffsetsByTopic(
        List.of(
            new OffsetsByTopic.Candidate(
                brokers,
                topic -> topics.getOrDefault(topic, TopicState.NOT_POLLED) != TopicState.NOT_POLLED,
                true)));
  }

  private ClusterPoll poll(int poll) {
    var offsets = new HashMap<TopicPartition, ClusterPoll.Offsets>();
    var unanswered = new HashMap<TopicPartition, String>();
    for (TopicPartition name : ALL) {
      Partition own = partitions.get(name);
      if (topics.get(name.topic()) == TopicState.EXISTS
          && own.answer() != Answer.NO_SUCH_PARTITION) {
        if (own.answer() == Answer.NOT_THE_LAST_TIME && poll == POLLS - 1) {
          unanswered.put(name, "leader_unavailable");
        } else {
          Long earliest = own.hasEarliest() ? base : null;
          offsets.put(name, new ClusterPoll.Offsets(base + own.end(poll), earliest));
        }
      }
    }
    var gone = new HashSet<String>();
    topics.forEach(
        (topic, state) -> {
          if (state == TopicState.GONE) {
            gone.add(topic);
          }
        });
    return new ClusterPoll("c", offsets, unanswered, Map.of(), gone);
  }

  private static Instant polledAt(int poll) {
    return LAST_POLL.minus(BETWEEN_POLLS.multipliedBy(POLLS - 1 - poll));
  }

  private boolean exists(TopicPartition partition) {
    return topics.get(partition.topic()) == TopicState.EXISTS
        && partitions.get(partition).answer() != Answer.NO_SUCH_PARTITION;
  }

  /** The records that all sources have still to read of existing partitions. */
  BigInteger unread() {
    BigInteger sum = BigInteger.ZERO;
    for (Source source : sources) {
      for (int i = 0; i < ALL.size(); i++) {
        TopicPartition partition = ALL.get(i);
        if (source.kafka() && source.reads(partition) && exists(partition)) {
          Integer position = source.offsets().get(i).position();
          long from = source.positioned().contains(partition) ? position : 0;
          long end = partitions.get(partition).end(POLLS - 1);
          sum = sum.add(BigInteger.valueOf(Math.max(0, end - from)));
        }
      }
    }
    return sum;
  }

  /** True if some Kafka source has reported something. */
  boolean hasReported() {
    return sources.stream().anyMatch(s -> s.kafka() && (s.hasPosition() || s.hasUnread()));
  }

  /** True if each Kafka source has a pattern that matches no topic. */
  boolean isCheckedAndEmpty() {
    return sources.stream()
        .filter(Source::kafka)
        .allMatch(
            source ->
                source.description().contains("Pattern")
                    && source.hasPosition()
                    && source.positioned().isEmpty()
                    && !source.hasUnread()
                    && ALL.stream().noneMatch(p -> source.reads(p) && exists(p)));
  }

  /** The partitions of which a source has, or may have, something to read. */
  Set<TopicPartition> toBeCounted(Source source) {
    var counted = new HashSet<>(source.invalid());
    ALL.stream().filter(p -> source.reads(p) && exists(p)).forEach(counted::add);
    source.positioned().stream()
        .filter(p -> topics.get(p.topic()) == TopicState.NOT_ANSWERED)
        .forEach(counted::add);
    return counted;
  }

  /** Partitions without a usable name; a source without a position has them all unknown anyway. */
  long unnamed() {
    return sources.stream()
        .filter(source -> source.kafka() && source.hasPosition())
        .mapToInt(Source::unnamed)
        .sum();
  }

  /** How old the record at an offset is at least: it arrived before the poll that shows it. */
  Duration leastAge(TopicPartition partition, long offset) {
    for (int poll = 0; poll < POLLS; poll++) {
      if (base + partitions.get(partition).end(poll) > offset) {
        return Duration.between(polledAt(poll), NOW);
      }
    }
    return Duration.ZERO;
  }

  /** How old the record at an offset is at most: it arrived after the poll that lacks it. */
  Duration mostAge(TopicPartition partition, long offset) {
    Duration most = Duration.ZERO;
    for (int poll = POLLS - 1; poll >= 0; poll--) {
      long end = base + partitions.get(partition).end(poll);
      if (end > offset) {
        most = Duration.between(polledAt(Math.max(0, poll - 1)), NOW);
      }
    }
    return most;
  }
}
