package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds for every lag, whatever Spark and the brokers report. */
class RandomLagTest {
  private static final Instant NOW = Instant.parse("2026-03-02T00:00:00Z");
  private static final int CASES = 20_000;
  private static final int PARTITIONS = 4;

  @Test
  void sumIsNeverBelowTheTruthWithoutSayingSo() {
    for (long seed = 0; seed < CASES; seed++) {
      var random = new Random(seed);
      var world = new World(random);
      boolean withBrokers = random.nextBoolean();
      BrokerOffsets brokers = withBrokers ? world.brokers : BrokerOffsets.NONE;
      QueryLag lag = LagCalculator.of(world.sources, brokers, NOW);

      assertThat(lag.reason() == null)
          .as("seed %s: a reason exactly if something is unknown: %s", seed, lag)
          .isEqualTo(lag.records() != null && lag.unknown() == 0);
      long known = lag.partitions().stream().filter(p -> p.records() != null).count();
      if (lag.records() == null) {
        assertThat(known).as("seed %s", seed).isZero();
        continue;
      }
      assertThat(known).as("seed %s: 0 without a partition: %s", seed, lag).isPositive();
      assertThat(known + lag.unknown())
          .as("seed %s: known + unknown = all: %s", seed, lag)
          .isEqualTo(lag.partitions().size() + world.unnamed(withBrokers));
      if (withBrokers && lag.unknown() == 0) {
        assertThat(lag.records()).as("seed %s: %s", seed, lag).isEqualTo(world.truth());
      }
    }
  }

  /** Sources of one topic, and brokers of which some partitions do not answer. */
  private static final class World {
    final BrokerView brokers = new BrokerView(t -> true, c -> Duration.ofSeconds(15));
    final List<SourcePosition> sources = new ArrayList<>();
    final Map<TopicPartition, Long> ends = new HashMap<>();
    int unnamed;

    World(Random random) {
      var answered = new HashMap<TopicPartition, ClusterPoll.Offsets>();
      var unanswered = new HashMap<TopicPartition, String>();
      for (int i = 0; i < PARTITIONS; i++) {
        ends.put(t(i), 100L + random.nextInt(3));
        if (random.nextInt(5) > 0) {
          answered.put(t(i), new ClusterPoll.Offsets(ends.get(t(i)), 0L));
        } else {
          unanswered.put(t(i), "leader_unavailable");
        }
      }
      brokers.apply(new ClusterPoll("c", answered, unanswered, Map.of(), Set.of()), NOW);
      int count = 1 + random.nextInt(2);
      for (int i = 0; i < count; i++) {
        sources.add(source(i, random));
      }
    }

    private SourcePosition source(int index, Random random) {
      if (random.nextInt(8) == 0) {
        return new SourcePosition(index, true, "KafkaV2[Subscribe[t]]", null, null, Set.of());
      }
      var position = new HashMap<TopicPartition, Long>();
      var latest = new HashMap<TopicPartition, Long>();
      var invalid = new HashSet<TopicPartition>();
      for (int i = 0; i < PARTITIONS; i++) {
        int kind = random.nextInt(10);
        if (kind > 1) {
          position.put(t(i), 98L + random.nextInt(3));
        } else if (kind == 0) {
          invalid.add(t(i));
        }
        if (random.nextInt(5) > 0) {
          latest.put(t(i), 97L + random.nextInt(5));
        }
      }
      int withoutName = position.isEmpty() ? 0 : random.nextInt(6) == 0 ? 1 : 0;
      unnamed += withoutName;
      return new SourcePosition(
          index,
          true,
          "KafkaV2[Subscribe[t]]",
          position,
          latest,
          Set.of(),
          new UnreadPositions(invalid, withoutName));
    }

    /** A source of which no partition is known has at least one. */
    long unnamed(boolean withBrokers) {
      return unnamed
          + sources.stream().filter(s -> !withBrokers && s.position() == null).count()
          + sources.stream()
              .filter(s -> !withBrokers && s.position() != null && s.position().isEmpty())
              .filter(s -> s.unread().equals(UnreadPositions.NONE))
              .filter(s -> s.latestAtPlanning() == null || s.latestAtPlanning().isEmpty())
              .count();
    }

    /** The records that all sources have still to read. */
    long truth() {
      long sum = 0;
      for (SourcePosition source : sources) {
        for (int i = 0; i < PARTITIONS; i++) {
          Long position = source.position() == null ? null : source.position().get(t(i));
          sum += ends.get(t(i)) - (position == null ? 0 : position);
        }
      }
      return sum;
    }

    private static TopicPartition t(int partition) {
      return new TopicPartition("t", partition);
    }
  }
}
