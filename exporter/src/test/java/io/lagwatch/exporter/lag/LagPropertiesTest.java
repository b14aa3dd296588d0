package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.QueryLag.Basis;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/**
 * What holds for every lag, whatever Spark and the brokers report. {@link LagWorld} computes the
 * truth without the code under test.
 */
class LagPropertiesTest {
  private static final int TRIES = 20_000;

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void sumIsNeverBelowTheTruthWithoutSayingSo(@ForAll("worlds") LagWorld world) {
    QueryLag lag = world.lag();
    if (lag.records() == null || lag.basis() != Basis.BROKER) {
      return;
    }
    BigInteger truth = world.unread().min(BigInteger.valueOf(Long.MAX_VALUE));
    if (lag.unknown() == 0) {
      assertThat(BigInteger.valueOf(lag.records())).isEqualTo(truth);
    } else {
      assertThat(BigInteger.valueOf(lag.records())).isLessThanOrEqualTo(truth);
      assertThat(lag.isLowerBound()).isTrue();
    }
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void unknownIsNeverZeroAndHasAReason(@ForAll("worlds") LagWorld world) {
    QueryLag lag = world.lag();
    boolean complete = lag.records() != null && lag.unknown() == 0;
    assertThat(lag.reason() == null).isEqualTo(complete);
    long known = known(lag);
    if (lag.records() == null) {
      assertThat(known).isZero();
      assertThat(lag.basis()).isEqualTo(Basis.NONE);
      assertThat(lag.time()).isNull();
      assertThat(lag.measuredAt()).isNull();
    } else if (known == 0) {
      assertThat(lag.records()).isZero();
      assertThat(lag.unknown()).isZero();
      assertThat(world.isCheckedAndEmpty()).as("a pattern without topics").isTrue();
    }
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void knownAndUnknownPartitionsAreAllPartitions(@ForAll("worlds") LagWorld world) {
    QueryLag lag = world.lag();
    if (!world.hasReported()) {
      return;
    }
    assertThat(known(lag) + lag.unknown()).isEqualTo(lag.partitionCount());
    long unnamed = lag.partitionCount() - lag.partitions().size();
    assertThat(unnamed).isGreaterThanOrEqualTo(world.unnamed());
    assertThat(lag.partitions())
        .extracting(partition -> partition.source() + " " + partition.partition())
        .doesNotHaveDuplicates();
    for (int i = 0; i < world.sources().size(); i++) {
      int source = i;
      if (world.sources().get(i).kafka()) {
        assertThat(lag.partitions().stream().filter(partition -> partition.source() == source))
            .extracting(PartitionLag::partition)
            .containsAll(world.toBeCounted(world.sources().get(i)));
      }
    }
    for (PartitionLag partition : lag.partitions()) {
      boolean isKnown =
          partition.state() == PartitionStatus.MEASURED
              || partition.state() == PartitionStatus.NOT_PICKED_UP;
      assertThat(partition.records() != null).as("%s", partition).isEqualTo(isKnown);
      if (partition.records() != null) {
        assertThat(partition.records()).isNotNegative();
      }
    }
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void sparksOffsetsGiveTheDifferenceOrNothing(@ForAll("worlds") LagWorld world) {
    QueryLag lag = LagCalculator.of(world.positions(), NoBrokerOffsets.NONE, LagWorld.NOW);
    assertThat(lag.basis()).isNotEqualTo(Basis.BROKER);
    BigInteger sum = BigInteger.ZERO;
    for (PartitionLag partition : lag.partitions()) {
      if (partition.records() != null) {
        BigInteger own =
            BigInteger.valueOf(partition.end()).subtract(BigInteger.valueOf(partition.position()));
        assertThat(BigInteger.valueOf(partition.records())).isEqualTo(own);
        sum = sum.add(own);
      }
    }
    if (lag.records() != null) {
      assertThat(known(lag)).isPositive();
      assertThat(BigInteger.valueOf(lag.records()))
          .isEqualTo(sum.min(BigInteger.valueOf(Long.MAX_VALUE)));
    }
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void timeLiesBetweenThePollsAroundTheArrival(@ForAll("worlds") LagWorld world) {
    QueryLag lag = world.lag();
    Duration worst = null;
    boolean lowerBound = lag.unknown() > 0;
    for (PartitionLag partition : lag.partitions()) {
      TimeLag time = partition.time();
      assertThat(time != null)
          .isEqualTo(partition.records() != null && lag.basis() == Basis.BROKER);
      if (time != null) {
        long readFrom = partition.position() == null ? partition.earliest() : partition.position();
        assertThat(time.duration())
            .isBetween(
                world.leastAge(partition.partition(), readFrom),
                world.mostAge(partition.partition(), readFrom));
        worst = worst == null || time.duration().compareTo(worst) > 0 ? time.duration() : worst;
        lowerBound |= time.lowerBound();
      }
    }
    assertThat(lag.time()).isEqualTo(worst == null ? null : new TimeLag(worst, lowerBound));
    assertThat(lag.measuredAt()).isEqualTo(measuredAt(lag));
  }

  @Provide
  Arbitrary<LagWorld> worlds() {
    return LagWorld.worlds();
  }

  private static long known(QueryLag lag) {
    return lag.partitions().stream().filter(partition -> partition.records() != null).count();
  }

  private static @Nullable Instant measuredAt(QueryLag lag) {
    return lag.basis() == Basis.BROKER && known(lag) > 0 ? LagWorld.LAST_POLL : null;
  }
}
