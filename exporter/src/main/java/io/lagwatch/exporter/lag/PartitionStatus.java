package io.lagwatch.exporter.lag;

/** Whether the lag of a partition is known, and why not. */
public enum PartitionStatus {
  /** Position and end offset are known. */
  MEASURED,
  /** The query has not read the partition yet. Its lag counts from the earliest offset. */
  NOT_PICKED_UP,
  /**
   * The position is beyond the end offset on two consecutive polls, or the id of the topic has
   * changed: the topic was recreated or truncated. The offsets belong to different logs, so the lag
   * is unknown.
   */
  POSITION_BEYOND_END,
  /** The end offset or the position is unknown. The partition is not included in any sum. */
  UNKNOWN
}
