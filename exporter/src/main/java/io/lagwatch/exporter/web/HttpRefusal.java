package io.lagwatch.exporter.web;

import org.jspecify.annotations.Nullable;

/**
 * Thrown to reject a request, with an error that its sender can act on. {@link Errors} writes the
 * response.
 */
final class HttpRefusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String code;
  private final @Nullable String path;

  /**
   * @param code the error code, also the value of the label {@code reason}. It never contains text
   *     from outside
   * @param path the invalid field; null if there is none
   */
  HttpRefusal(int status, String code, String message, @Nullable String path) {
    // No stack trace: hostile clients can cause this exception often.
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.path = path;
  }

  HttpRefusal(int status, String code, String message) {
    this(status, code, message, null);
  }

  int status() {
    return status;
  }

  String code() {
    return code;
  }

  String message() {
    return String.valueOf(getMessage());
  }

  @Nullable String path() {
    return path;
  }
}
