package io.lagwatch.exporter.signal;

import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The signals of one query at one moment: the numbers that the alert rules compare with thresholds.
 * A null signal is unknown or does not apply; it is never 0 for want of knowledge. {@link
 * SignalGauges} says what each is and how it is exported.
 *
 * @param lagGrowth share of what arrives that adds to the lag, 0 while it cannot be told from
 *     keeping up
 * @param lagTrend the numbers behind {@code lagGrowth}, for sentences; null when it is 0 or unknown
 * @param lagFloor how far behind in time one trigger interval explains
 * @param catchUp until lag is 0 at the present rates; null unless it is catching up
 * @param triggerUtilization median of the last batches' duration ÷ trigger interval
 * @param inputAge the largest of {@code inputAges}, or the age of a query none of whose sources is
 *     known yet
 * @param inputAges source index to the time since it last gave rows, planned stops not counted
 * @param batchAge how long the present batch has been running; zero while none runs
 * @param stuckAfter the age from which on a batch of this query is stuck
 * @param watermarkAge how far the watermark is behind the end of the last batch; negative when
 *     event time is ahead
 * @param watermarkStall how long rows have been coming without the watermark moving
 * @param lateRowsRatio rows dropped behind the watermark ÷ rows read, over the last minutes
 * @param stateGrowth growth of the state per hour beyond that of the input, sustained over hours;
 *     0.1 is ten per cent an hour
 * @param retentionHorizon until the log's start meets the position at the present rates; zero when
 *     it has, a year when it will not
 * @param recordsLost records deleted before the query read them
 * @param partitionsBeyondEnd partitions whose position lies beyond the log's end
 * @param partitionsUnknown partitions whose lag cannot be known, or the number of Kafka sources
 *     when none is known
 * @param failing whether its last run failed and it has not finished a batch since
 * @param lost whether reports are missing although it should run
 * @param checkpointReplaced whether it has recently taken the place of a query with another id
 * @param checkpointShared whether two live runs use one checkpoint
 */
public record Signals(
    @Nullable Double lagGrowth,
    @Nullable LagGrowthRate lagTrend,
    @Nullable Duration lagFloor,
    @Nullable Duration catchUp,
    @Nullable Double triggerUtilization,
    @Nullable Duration inputAge,
    SortedMap<Integer, Duration> inputAges,
    @Nullable Duration batchAge,
    @Nullable Duration stuckAfter,
    @Nullable Duration watermarkAge,
    @Nullable Duration watermarkStall,
    @Nullable Double lateRowsRatio,
    @Nullable Double stateGrowth,
    @Nullable Duration retentionHorizon,
    @Nullable Long recordsLost,
    @Nullable Integer partitionsBeyondEnd,
    @Nullable Integer partitionsUnknown,
    @Nullable Boolean failing,
    @Nullable Boolean lost,
    @Nullable Boolean checkpointReplaced,
    @Nullable Boolean checkpointShared) {

  /** Nothing is known. */
  public static final Signals UNKNOWN =
      new Signals(
          null,
          null,
          null,
          null,
          null,
          null,
          new TreeMap<>(),
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null);

  public Signals {
    inputAges = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(inputAges));
  }
}
