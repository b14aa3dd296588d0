package io.lagwatch.exporter.lag;

import java.util.Locale;

/** How it was decided which Kafka cluster a source reads. */
public enum RoutedBy {
  /** By the setting {@code queries[].kafka}. */
  SETTING,
  /** The bootstrap servers that the driver reported are addresses of the cluster. */
  ADDRESS,
  /**
   * One cluster has the topic. The driver reported no bootstrap servers, or several entries of the
   * settings are for the cluster that it reported.
   */
  TOPIC,
  /** Not decided: several clusters may have the topic. */
  AMBIGUOUS,
  /** Not decided: no configured cluster has these addresses, or is polled for these topics. */
  UNMATCHED;

  /** The value of the label {@code routed_by}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
