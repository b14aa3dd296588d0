package io.lagwatch.exporter.lag;

import org.jspecify.annotations.Nullable;

/**
 * The brokers that a source reads, according to its driver.
 *
 * @param bootstrapServers {@code host:port}, several separated by commas
 * @param isolation {@code read_committed} or {@code read_uncommitted}; null if the source does not
 *     set it
 * @param driverHost the host of the driver, on which loopback addresses are valid; null if unknown
 */
public record ReportedBrokers(
    String bootstrapServers, @Nullable String isolation, @Nullable String driverHost) {

  /** True if an address of both is the same: drivers may name some of the brokers only. */
  public boolean mayBeSameCluster(ReportedBrokers other) {
    return BrokerAddresses.of(bootstrapServers).stream()
        .anyMatch(BrokerAddresses.of(other.bootstrapServers())::contains);
  }
}
