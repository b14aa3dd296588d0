package io.lagwatch.exporter.web;

import org.jspecify.annotations.Nullable;

/** Ends a request with an error that its sender can act on; {@link Errors} writes it. */
final class HttpRefusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String code;
  private final @Nullable String path;

  /**
   * @param code short, stable, for machines and the label {@code reason}; never text from outside
   * @param path the field at fault; null when none is
   */
  HttpRefusal(int status, String code, String message, @Nullable String path) {
    // Most of these are what a stranger sent: a stack trace would only cost.
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
