package io.lagwatch.exporter.page;

import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.ClusterStatus;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The line about a Kafka cluster at the foot of a page. Immutable.
 *
 * @param status continues the sentence that begins with the name
 * @param isDown whether the last poll failed
 * @param lastAnswer for a cluster that is down: when it last answered, and the error
 */
record ClusterLine(String name, String status, boolean isDown, String lastAnswer) {
  static List<ClusterLine> of(Snapshot snapshot) {
    return snapshot.clusters().stream().map(cluster -> of(cluster, snapshot)).toList();
  }

  private static ClusterLine of(ClusterStatus cluster, Snapshot snapshot) {
    boolean isDown = Boolean.FALSE.equals(cluster.up());
    return new ClusterLine(
        cluster.name(), status(cluster, snapshot), isDown, lastAnswer(cluster, snapshot));
  }

  private static String status(ClusterStatus cluster, Snapshot snapshot) {
    if (cluster.up() == null) {
      return "has not been polled yet";
    }
    if (!cluster.up()) {
      return "does not answer";
    }
    Instant last = cluster.lastPollAt();
    Duration took = cluster.lastPollDuration();
    return "answered"
        + (last == null ? "" : " " + ago(last, snapshot))
        + (took == null ? "" : " in " + Times.duration(took));
  }

  private static String lastAnswer(ClusterStatus cluster, Snapshot snapshot) {
    Instant last = cluster.lastPollAt();
    return (last == null ? "It has never answered" : "Its last answer was " + ago(last, snapshot))
        + (cluster.lastError() == null ? "" : " (" + cluster.lastError() + ")");
  }

  private static String ago(Instant time, Snapshot snapshot) {
    return Times.duration(snapshot.age(time)) + " ago";
  }
}
