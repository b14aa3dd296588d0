package io.lagwatch.exporter.lag;

import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The offsets for a source whose Kafka cluster is not determined: none are known. */
final class UndeterminedCluster extends NoBrokerOffsets {
  private final Predicate<String> watched;
  private final Topic state;
  private final String sentence;

  /**
   * @param watched true for a topic that some configured cluster is polled for
   * @param state of a topic that is watched: why the cluster is not known
   * @param sentence why the cluster is not known
   */
  UndeterminedCluster(Predicate<String> watched, Topic state, String sentence) {
    this.watched = watched;
    this.state = state;
    this.sentence = sentence;
  }

  @Override
  public Topic topic(String topic, Instant now) {
    return watched.test(topic) ? state : Topic.UNWATCHED;
  }

  @Override
  public @Nullable String undetermined(String topic) {
    return watched.test(topic) ? sentence : null;
  }
}
