package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.PollListener;
import io.lagwatch.exporter.lag.TopicInterest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A poll listener that watches given topics and records all poll results. */
final class RecordedPolls implements PollListener {
  final List<Poll> polls = new CopyOnWriteArrayList<>();

  /**
   * True if it throws after each recorded poll: alternately an exception and an {@link
   * OutOfMemoryError}.
   */
  volatile boolean broken;

  private volatile TopicInterest interest = TopicInterest.NONE;

  /** Either {@code poll} or {@code kind} and {@code message}. */
  record Poll(
      @Nullable ClusterPoll poll,
      @Nullable String kind,
      @Nullable String message,
      Instant at,
      Duration took) {}

  void watch(String... topics) {
    interest = new TopicInterest(Set.of(topics), Set.of());
  }

  void watchPattern(String pattern) {
    interest = new TopicInterest(Set.of(), Set.of(pattern));
  }

  @Nullable Poll last() {
    return polls.isEmpty() ? null : polls.get(polls.size() - 1);
  }

  @Override
  public void polled(ClusterPoll poll, Instant at, Duration took) {
    add(new Poll(poll, null, null, at, took));
  }

  @Override
  public void pollFailed(String cluster, String kind, String message, Instant at, Duration took) {
    add(new Poll(null, kind, message, at, took));
  }

  @Override
  public TopicInterest interest(String cluster) {
    return interest;
  }

  private void add(Poll poll) {
    polls.add(poll);
    if (broken && polls.size() % 2 == 0) {
      throw new OutOfMemoryError("thrown by a test");
    }
    if (broken) {
      throw new IllegalStateException("a bug in the listener");
    }
  }
}
