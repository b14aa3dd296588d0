package io.lagwatch.exporter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ErrorKindTest {
  static Stream<Arguments> kinds() {
    return Stream.of(
        arguments(new SaslAuthenticationException("no"), "authentication"),
        arguments(new SslAuthenticationException("no"), "authentication"),
        arguments(new TopicAuthorizationException("no"), "authorization"),
        arguments(new UnknownTopicOrPartitionException(), "unknown_topic"),
        arguments(new LeaderNotAvailableException("no"), "leader_unavailable"),
        arguments(new UnsupportedVersionException("old"), "unsupported_version"),
        arguments(new DisconnectException(), "connection"),
        arguments(new TimeoutException("Timed out waiting for a node assignment."), "connection"),
        arguments(new TimeoutException("The AdminClient thread has exited."), "connection"),
        arguments(new TimeoutException("timed out"), "timeout"),
        arguments(
            new TimeoutException("t", new LeaderNotAvailableException("n")), "leader_unavailable"),
        arguments(new TimeoutException("t", new IllegalStateException("n")), "timeout"),
        arguments(new java.util.concurrent.TimeoutException(), "timeout"),
        arguments(
            new KafkaException("wrapped", new SaslAuthenticationException("no")), "authentication"),
        arguments(new NullPointerException(), "other"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void findsTheKindInWrappedExceptions(Throwable thrown, String kind) {
    assertThat(ErrorKind.of(thrown).label()).isEqualTo(kind);
    assertThat(ErrorKind.of(new ExecutionException(thrown)).label()).isEqualTo(kind);
    assertThat(ErrorKind.of(new CompletionException(thrown)).label()).isEqualTo(kind);
  }

  @Test
  void hasShortStableLabels() {
    assertThat(Arrays.stream(ErrorKind.values()).map(ErrorKind::label))
        .allMatch(label -> label.matches("[a-z_]{5,20}"));
  }
}
