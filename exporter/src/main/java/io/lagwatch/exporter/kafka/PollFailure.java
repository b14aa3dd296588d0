package io.lagwatch.exporter.kafka;

/**
 * A poll that failed as a whole; expected, so it has no stack trace of its own. Ends at {@link
 * KafkaPoller}, which counts it.
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
