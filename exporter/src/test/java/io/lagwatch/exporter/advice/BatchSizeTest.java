package io.lagwatch.exporter.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.history.BatchPoint;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A trigger interval is 30 s, and 1,000 records arrive a second. */
class BatchSizeTest {
  private static final QueryView QUERY = Snapshots.query("shop", "tiles").build();

  /** 3 s and 250 ms for each 1,000 records. */
  private static final List<BatchPoint> KEEPS_UP =
      Batches.of(20, i -> 20_000 + 1000 * i, i -> 3 + 0.25 * (20 + i));

  @Test
  void separatesTheFixedDurationFromThatPerRecord() {
    assertThat(text(QUERY, KEEPS_UP))
        .isEqualTo(
            "A batch of about 48,000 records takes half the trigger interval (15 s of 30 s). In the"
                + " last 20 batches, a batch took 3.0 s plus 250 ms for each 1,000 records. About"
                + " 30,000 records arrive in each trigger interval. They fit into one such batch.");
  }

  @Test
  void warnsOfALimitThatWouldLetTheLagGrow() {
    var slow = Batches.of(20, i -> 20_000 + 1000 * i, i -> 6 + 0.4 * (20 + i));

    assertThat(text(QUERY, slow))
        .contains("A batch of about 23,000 records")
        .contains("About 30,000 records arrive in each trigger interval, which is more")
        .endsWith("With a trigger interval of 1 min, a batch takes half of it.");
  }

  @Test
  void recommendsMoreCoresIfNoTriggerIntervalHelps() {
    var tooSlow = Batches.of(20, i -> 20_000 + 1000 * i, i -> 1 + 0.7 * (20 + i));

    assertThat(text(QUERY, tooSlow)).endsWith("Add cores, or reduce the work per record.");
  }

  /** The records take 44 % and 46 % of the time. */
  @Test
  void longerTriggerIntervalHelpsUpTo45PercentOfTheTime() {
    var below = Batches.of(20, i -> 20_000 + 1000 * i, i -> 6 + 0.44 * (20 + i));
    var above = Batches.of(20, i -> 20_000 + 1000 * i, i -> 6 + 0.46 * (20 + i));

    assertThat(text(QUERY, below))
        .endsWith("With a trigger interval of 1 min 40 s, a batch takes half of it.");
    assertThat(text(QUERY, above)).endsWith("Add cores, or reduce the work per record.");
  }

  @Test
  void showsThatNoBatchSizeIsSmallEnough() {
    var overhead = Batches.of(20, i -> 1000 + 100 * i, i -> 18 + 0.0001 * (1000 + 100 * i));

    assertThat(text(QUERY, overhead))
        .contains("A batch takes 18 s even if it reads few records")
        .endsWith("Use a trigger interval of more than 36 s.");
  }

  @Test
  void batchesOfEqualSizeGiveOnlyABound() {
    var short10 = Batches.of(20, i -> 20_000 + i, i -> 10);
    var long20 = Batches.of(20, i -> 20_000 + i, i -> 20);

    assertThat(text(QUERY, short10))
        .contains("A batch of at least 30,000 records takes half")
        .contains("took 10 s for 20,000 records on average");
    assertThat(text(QUERY, long20)).contains("A batch of fewer than 15,000 records takes half");
  }

  @Test
  void givesNoAdviceForUnknownBatchCosts() {
    assertThat(text(QUERY, KEEPS_UP.subList(0, 7))).as("too few batches").isNull();
    assertThat(text(QUERY, Batches.of(20, i -> 0, i -> 1))).as("nothing read").isNull();
    assertThat(text(Snapshots.query("a", "b").trigger(null).build(), KEEPS_UP)).isNull();
    var realTime = new Report.Trigger(Report.Trigger.Type.REAL_TIME, Duration.ofSeconds(30));
    assertThat(text(Snapshots.query("a", "b").trigger(realTime).build(), KEEPS_UP)).isNull();
    assertThat(text(Snapshots.query("a", "b").state(QueryState.LOST).build(), KEEPS_UP)).isNull();
    assertThat(text(QUERY, List.of())).isNull();
  }

  @Test
  void batchesOfAnEarlierRunDoNotCount() {
    var batches = new ArrayList<>(KEEPS_UP);
    batches.add(Batches.batch(99, "next run", 20_000L, 9));

    assertThat(text(QUERY, batches)).isNull();
  }

  @Test
  void doesNotMentionUnknownArrivals() {
    var elsewhere = Snapshots.lag(Snapshots.measured("another topic", 0, 0, 5));

    assertThat(text(Snapshots.query("a", "b").lag(elsewhere).build(), KEEPS_UP))
        .doesNotContain("arrive");
    assertThat(text(Snapshots.query("a", "b").lag(QueryLag.none("none")).build(), KEEPS_UP))
        .contains("about 48,000");
  }

  private static @Nullable String text(QueryView query, List<BatchPoint> batches) {
    var advice = BatchSize.of(query, batches);
    return advice == null ? null : advice.text();
  }
}
