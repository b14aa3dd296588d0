package io.lagwatch.exporter.kafka;

import java.util.Locale;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.FencedLeaderEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.OffsetNotAvailableException;
import org.apache.kafka.common.errors.ReplicaNotAvailableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownLeaderEpochException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * The kind of error of a cluster, a topic or a partition. The names are label values of a metric,
 * so they do not change.
 */
enum ErrorKind {
  /** A connected broker did not answer in time. */
  TIMEOUT(true, "are the brokers overloaded, or is a firewall in between?"),
  /** No broker could be connected. */
  CONNECTION(
      true,
      "is a broker up? check bootstrapServers, security.protocol and the brokers'"
          + " advertised.listeners"),
  AUTHENTICATION(
      true, "check security.protocol, sasl.mechanism, the credentials and the truststore"),
  AUTHORIZATION(false, "the principal needs DESCRIBE on the topics"),
  UNKNOWN_TOPIC(false, "the topic is not on this cluster; check the clusters' topics patterns"),
  LEADER_UNAVAILABLE(false, "partitions have no leader; is a broker down?"),
  /** The Kafka client cannot be created from the configured properties. */
  CONFIGURATION(true, "check bootstrapServers and properties"),
  /** The brokers are older than the client supports (Kafka 2.1). */
  UNSUPPORTED_VERSION(true, "brokers older than Kafka 2.1 are not supported"),
  /** The pattern is not a regular expression. */
  INVALID_PATTERN(false, "a query's subscribePattern is not a Java regular expression"),
  OTHER(true, "see the message");

  private final boolean affectsCluster;
  private final String advice;

  ErrorKind(boolean affectsCluster, String advice) {
    this.affectsCluster = affectsCluster;
    this.advice = advice;
  }

  /** Returns the label value: the name in lower case. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns true if the error concerns the whole cluster, not only one topic or partition. */
  boolean affectsCluster() {
    return affectsCluster;
  }

  /** Returns what the user should check. */
  String advice() {
    return advice;
  }

  /** Returns the kind of an exception from the admin client. The exception may be wrapped. */
  static ErrorKind of(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      ErrorKind kind = ofOne(t);
      if (kind == TIMEOUT) {
        // The client reports a retried call as a timeout. The last error is the cause.
        ErrorKind reason = t.getCause() == null ? OTHER : of(t.getCause());
        return reason == OTHER ? kind : reason;
      }
      if (kind != OTHER) {
        return kind;
      }
    }
    return OTHER;
  }

  /**
   * Whether the admin client's own thread has ended, so that only a new client can poll. The client
   * takes the first four bytes of an answer as a length: bytes that are not Kafka's make it
   * allocate more memory than there is, and an error ends its thread.
   */
  static boolean clientEnded(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof TimeoutException && hasMessage(t, "AdminClient thread has exited")) {
        return true;
      }
    }
    return false;
  }

  private static ErrorKind ofOne(Throwable t) {
    if (t instanceof AuthenticationException) {
      return AUTHENTICATION;
    }
    if (t instanceof AuthorizationException) {
      return AUTHORIZATION;
    }
    if (t instanceof UnknownTopicOrPartitionException
        || t instanceof UnknownTopicIdException
        || t instanceof InvalidTopicException) {
      return UNKNOWN_TOPIC;
    }
    if (t instanceof LeaderNotAvailableException
        || t instanceof NotLeaderOrFollowerException
        || t instanceof ReplicaNotAvailableException
        || t instanceof OffsetNotAvailableException
        || t instanceof KafkaStorageException
        || t instanceof FencedLeaderEpochException
        || t instanceof UnknownLeaderEpochException) {
      return LEADER_UNAVAILABLE;
    }
    if (t instanceof DisconnectException || t instanceof NetworkException) {
      return CONNECTION;
    }
    if (t instanceof UnsupportedVersionException) {
      return UNSUPPORTED_VERSION;
    }
    if (t instanceof TimeoutException) {
      return neverConnected(t) || clientEnded(t) ? CONNECTION : TIMEOUT;
    }
    return t instanceof java.util.concurrent.TimeoutException ? TIMEOUT : OTHER;
  }

  /** The client has no exception type for this, so the message decides (kafka-clients 4.3). */
  private static boolean neverConnected(Throwable timeout) {
    return hasMessage(timeout, "waiting for a node assignment");
  }

  private static boolean hasMessage(Throwable thrown, String part) {
    String message = thrown.getMessage();
    return message != null && message.contains(part);
  }
}
