package io.lagwatch.listener;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The Kafka brokers that one source of a query reads. Immutable. */
final class SourceBrokers {
  /** Addresses only: a value with any other character is not reported. */
  private static final Pattern ADDRESSES = Pattern.compile("[A-Za-z0-9._:/%\\[\\],\\- ]{1,4000}");

  /** Position in the {@code sources} of Spark's progress. */
  final int index;

  final String bootstrapServers;

  /** {@code read_committed} or {@code read_uncommitted}; null if the source does not set it. */
  final @Nullable String isolation;

  private SourceBrokers(int index, String bootstrapServers, @Nullable String isolation) {
    this.index = index;
    this.bootstrapServers = bootstrapServers;
    this.isolation = isolation;
  }

  /** Returns null if {@code bootstrapServers} is not a list of addresses. */
  static @Nullable SourceBrokers of(
      int index, @Nullable Object bootstrapServers, @Nullable Object isolation) {
    return bootstrapServers instanceof String
            && ADDRESSES.matcher((String) bootstrapServers).matches()
        ? new SourceBrokers(index, (String) bootstrapServers, isolation(isolation))
        : null;
  }

  private static @Nullable String isolation(@Nullable Object value) {
    return "read_committed".equals(value) || "read_uncommitted".equals(value)
        ? (String) value
        : null;
  }
}
