package io.lagwatch.exporter.config;

/**
 * Which partitions get series of their own.
 *
 * @param worst how many of a query's partitions, those with the most lag first, under {@link
 *     Mode#WORST}; of no account otherwise
 */
public record PartitionMetrics(Mode mode, int worst) {
  /** What {@code partitionMetrics} may say. */
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
