package io.lagwatch.exporter.watch;

/** The state file cannot be used; the exporter must not start, so that nothing is overwritten. */
public final class StateFileException extends Exception {
  private static final long serialVersionUID = 1L;

  StateFileException(String message, Throwable cause) {
    super(message, cause);
  }

  StateFileException(String message) {
    super(message);
  }
}
