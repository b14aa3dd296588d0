package io.lagwatch.exporter.config;

/**
 * The partitions that get time series of their own. Immutable.
 *
 * @param worst with {@link Mode#WORST}, the number of partitions per query: those with the most
 *     lag. Not used in other modes
 */
public record PartitionMetrics(Mode mode, int worst) {
  /** The values of {@code partitionMetrics}. */
  public enum Mode {
    ALL,
    WORST,
    NONE
  }

  public static final int DEFAULT_WORST = 20;
  public static final PartitionMetrics ALL = new PartitionMetrics(Mode.ALL, DEFAULT_WORST);

  public PartitionMetrics {
    if (worst < 1) {
      throw new IllegalArgumentException("worst: expected 1 or more, found " + worst);
    }
  }
}
