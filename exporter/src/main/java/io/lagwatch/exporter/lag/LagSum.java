package io.lagwatch.exporter.lag;

import io.lagwatch.exporter.lag.QueryLag.Basis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a query and their sum, with the number of partitions that are missing from it
 * and the reasons. Not thread-safe.
 */
final class LagSum {
  private static final Comparator<PartitionLag> ORDER =
      Comparator.comparingInt(PartitionLag::source).thenComparing(PartitionLag::partition);

  private final List<PartitionLag> partitions = new ArrayList<>();
  private final Map<UnknownReason, Integer> unknown = new EnumMap<>(UnknownReason.class);
  private final Map<UnknownReason, String> details = new EnumMap<>(UnknownReason.class);
  private int unnamed;
  private long records;
  private @Nullable Duration worst;
  private boolean timeIsLowerBound;
  private @Nullable Instant oldestPoll;

  /**
   * Adds a partition.
   *
   * @param reason why its lag is unknown; null if it is known
   * @param detail a sentence that says more than the reason; null if there is none
   * @param polledAt when its end offset was polled; null without a broker
   */
  void add(
      PartitionLag partition,
      @Nullable UnknownReason reason,
      @Nullable String detail,
      @Nullable Instant polledAt) {
    partitions.add(partition);
    if (reason != null) {
      addUnknown(1, reason, detail);
      return;
    }
    if (partition.records() != null) {
      records = SaturatingMath.add(records, partition.records());
    }
    TimeLag time = partition.time();
    if (time != null) {
      worst = worst == null || time.duration().compareTo(worst) > 0 ? time.duration() : worst;
      timeIsLowerBound |= time.lowerBound();
    }
    if (polledAt != null && (oldestPoll == null || polledAt.isBefore(oldestPoll))) {
      oldestPoll = polledAt;
    }
  }

  /** Adds partitions whose topic and number are unknown. */
  void addUnnamed(int count, UnknownReason reason, @Nullable String detail) {
    if (count > 0) {
      unnamed += count;
      addUnknown(count, reason, detail);
    }
  }

  private void addUnknown(int count, UnknownReason reason, @Nullable String detail) {
    unknown.merge(reason, count, Integer::sum);
    if (detail != null) {
      details.putIfAbsent(reason, detail);
    }
  }

  /** Number of partitions. */
  int total() {
    return partitions.size() + unnamed;
  }

  /** The lag of the query; unknown if that of all its partitions is. */
  QueryLag lag(Basis basis, @Nullable Long backlog) {
    partitions.sort(ORDER);
    int missing = missing();
    if (missing > 0 && missing == total()) {
      return new QueryLag(Basis.NONE, partitions, null, null, missing, backlog, null, reason());
    }
    TimeLag time = worst == null ? null : new TimeLag(worst, timeIsLowerBound || missing > 0);
    return new QueryLag(basis, partitions, records, time, missing, backlog, oldestPoll, reason());
  }

  private int missing() {
    return unknown.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Why the lag of some or all partitions is unknown; null if it is known for all. */
  private @Nullable String reason() {
    if (unknown.isEmpty()) {
      return null;
    }
    boolean single = unknown.size() == 1;
    if (single && missing() == total()) {
      UnknownReason only = unknown.keySet().iterator().next();
      return details.getOrDefault(only, only.ofAll());
    }
    return unknown.entrySet().stream()
        .map(e -> sentence(e.getKey(), ofTotal(e.getValue()), single))
        .collect(Collectors.joining(", and "));
  }

  private String sentence(UnknownReason reason, String which, boolean single) {
    String detail = details.get(reason);
    return detail == null ? reason.ofSome(which, single) : detail + " (" + which + ")";
  }

  private String ofTotal(int count) {
    return count + " of " + total() + (total() == 1 ? " partition" : " partitions");
  }
}
