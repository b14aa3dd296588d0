package io.lagwatch.exporter.kafka;

/**
 * Thrown when a whole poll failed. It has no stack trace, because such failures are expected.
 * {@link KafkaPoller} handles and reports it.
 */
final class PollFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final ErrorKind kind;

  PollFailure(Throwable cause) {
    this(ErrorKind.of(cause), cause);
  }

  PollFailure(ErrorKind kind, Throwable cause) {
    super(cause.getMessage(), cause, false, false);
    this.kind = kind;
  }

  ErrorKind kind() {
    return kind;
  }
}
