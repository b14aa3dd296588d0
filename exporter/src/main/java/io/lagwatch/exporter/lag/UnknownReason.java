package io.lagwatch.exporter.lag;

/** Why the lag of a partition is unknown, in the order in which causes are checked. */
enum UnknownReason {
  /** Spark's position of the partition is not known. */
  POSITION_UNKNOWN(
      "Spark has not reported a position yet", "Spark has not reported a position of "),
  /** Batches have ended, and what Spark reported of them contains no position. */
  POSITION_LOST(
      "batches have ended for which Spark reported no valid position",
      "batches have ended without a valid position of "),
  /** Spark reported an invalid offset. */
  POSITION_INVALID(
      "Spark reported positions that are no offsets", "Spark reported no valid position of "),
  /** Several clusters have the topic. */
  CLUSTER_AMBIGUOUS(
      "several Kafka clusters have its topics", "several Kafka clusters have the topic of "),
  /** A cluster that may have the topic has never answered. */
  CLUSTER_UNREACHABLE(
      "a Kafka cluster that may have its topics has not answered",
      "a Kafka cluster that may have the topic has not answered for "),
  /** No configured cluster has it. */
  CLUSTER_UNMATCHED(
      "no configured Kafka cluster is the one that it reads",
      "no configured Kafka cluster is the one of "),
  /** No broker has answered recently enough. */
  END_UNKNOWN("no broker has answered for its partitions", "no broker has answered for "),
  /** The position is not one of the topic's current log. */
  TOPIC_RECREATED(
      "the position does not belong to the current log" + UnknownReason.RECREATED,
      "the position does not belong to the current log of "),
  /** Without a broker: Spark reported no end offset. */
  END_NOT_REPORTED(
      "no broker is configured and Spark has not reported an end offset",
      "Spark has not reported an end offset of "),
  /** Without a broker: Spark's end offset lies below the position, as in real-time mode. */
  LATEST_NOT_TOLD(
      "no broker is configured and Spark's end offset is older than the position",
      "Spark's end offset is older than the position of "),
  /** The brokers have none of its topics. */
  TOPIC_GONE("the brokers no longer have what it reads", "the brokers no longer have ");

  private static final String RECREATED = ": the topic was recreated or its last records were lost";

  private final String all;
  private final String some;

  UnknownReason(String all, String some) {
    this.all = all;
    this.some = some;
  }

  /** Why no end offset of a topic is known. */
  static UnknownReason ofTopic(BrokerOffsets.Topic topic) {
    return switch (topic) {
      case AMBIGUOUS -> CLUSTER_AMBIGUOUS;
      case UNREACHABLE -> CLUSTER_UNREACHABLE;
      case UNMATCHED, UNWATCHED -> CLUSTER_UNMATCHED;
      case EXISTS, GONE, UNANSWERED -> END_UNKNOWN;
    };
  }

  /** The sentence when this is the reason of every partition. */
  String ofAll() {
    return all;
  }

  /**
   * The sentence when this is the reason of some partitions.
   *
   * @param which for example {@code 1 of 2 partitions}
   * @param only true if no other partition is unknown for another reason
   */
  String ofSome(String which, boolean only) {
    return some + which + (only && this == TOPIC_RECREATED ? RECREATED : "");
  }
}
