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
 * What went wrong with a cluster, a topic or a partition; few, and stable, for a metric's label.
 */
enum ErrorKind {
  /** A broker that could be talked to did not answer in time. */
  TIMEOUT(true, "are the brokers overloaded, or is a firewall in between?"),
  /** There is no connection on which a broker answers. */
  CONNECTION(
      true,
      "is a broker up? check bootstrapServers, security.protocol and the brokers' advertised.listeners"),
  AUTHENTICATION(
      true, "check security.protocol, sasl.mechanism, the credentials and the truststore"),
  AUTHORIZATION(false, "the principal needs DESCRIBE on the topics"),
  UNKNOWN_TOPIC(false, "the topic is not on this cluster; check the clusters' topics patterns"),
  LEADER_UNAVAILABLE(false, "partitions have no leader; is a broker down?"),
  /** The client cannot be made from the configured properties. */
  CONFIGURATION(true, "check bootstrapServers and properties"),
  /** The brokers are older than the client can speak to (Kafka 2.1). */
  UNSUPPORTED_VERSION(true, "brokers older than Kafka 2.1 cannot be asked"),
  /** A pattern that is no regular expression. */
  INVALID_PATTERN(false, "a query's subscribePattern is no Java regular expression"),
  OTHER(true, "see the message");

  private final boolean ofTheCluster;
  private final String advice;

  ErrorKind(boolean ofTheCluster, String advice) {
    this.ofTheCluster = ofTheCluster;
    this.advice = advice;
  }

  /** The label's value: the name in lower case. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it says something about the cluster, and not just about one topic or partition. */
  boolean ofTheCluster() {
    return ofTheCluster;
  }

  /** What a user should look at. */
  String advice() {
    return advice;
  }

  /** Of an exception from a future of the admin client, wrapped or not. */
  static ErrorKind of(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      ErrorKind kind = ofOne(t);
      if (kind == TIMEOUT) {
        // The client reports a retried call as a timeout and keeps the last reason as its cause.
        ErrorKind reason = t.getCause() == null ? OTHER : of(t.getCause());
        return reason == OTHER ? kind : reason;
      }
      if (kind != OTHER) {
        return kind;
      }
    }
    return OTHER;
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
      return neverConnected(t) ? CONNECTION : TIMEOUT;
    }
    return t instanceof java.util.concurrent.TimeoutException ? TIMEOUT : OTHER;
  }

  /** The client has no type of its own for this (kafka-clients 4.3). */
  private static boolean neverConnected(Throwable timeout) {
    String message = timeout.getMessage();
    return message != null && message.contains("waiting for a node assignment");
  }
}
