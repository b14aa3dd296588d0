package io.lagwatch.demo.producer;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The kinds of events that the demo produces, one topic each. */
public enum Feed {
  /** Activity of learners in lessons. */
  LEARNING_PROGRESS("learning.progress", 4) {
    @Override
    String key(long n) {
      return "course-" + n * 7 % 40;
    }

    @Override
    String json(long n, Instant time) {
      return """
      {"event_id":"e-%d","course_id":"%s","lesson_id":"lesson-%d","event_time":"%s"}\
      """
          .formatted(n, key(n), n % 12, time);
    }
  },
  /** Data volume of subscribers at a cell site. */
  NETWORK_EVENTS("network-events", 3) {
    @Override
    String key(long n) {
      return "cell-" + n * 11 % 25;
    }

    @Override
    String json(long n, Instant time) {
      return String.format(
          Locale.ROOT,
          """
          {"subscriber_id":"s-%d","cell_site_id":"%s","event_ts":"%s","volume_gb":%.3f}\
          """,
          n * 31 % 900,
          key(n),
          time,
          0.001 * (n % 500));
    }
  };

  private static final int ONE_IN_SO_MANY_IS_LATE = 50;
  private static final Duration LATE_BY = Duration.ofHours(2);

  private final String topic;
  private final int partitions;

  Feed(String topic, int partitions) {
    this.topic = topic;
    this.partitions = partitions;
  }

  /** Returns the topic of the events. */
  public String topic() {
    return topic;
  }

  /** Returns the number of partitions of the topic. */
  public int partitions() {
    return partitions;
  }

  abstract String key(long n);

  abstract String json(long n, Instant time);

  /**
   * Returns the event with this number. Every fiftieth event is older than every watermark delay.
   */
  String event(long n, Instant now) {
    return json(
        n, n % ONE_IN_SO_MANY_IS_LATE == ONE_IN_SO_MANY_IS_LATE - 1 ? now.minus(LATE_BY) : now);
  }
}
