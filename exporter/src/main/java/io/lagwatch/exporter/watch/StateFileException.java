package io.lagwatch.exporter.watch;

/**
 * Thrown if the state file cannot be used. The exporter must then not start, so that the file is
 * not overwritten.
 */
public final class StateFileException extends Exception {
  private static final long serialVersionUID = 1L;

  StateFileException(String message, Throwable cause) {
    super(message, cause);
  }

  StateFileException(String message) {
    super(message);
  }
}
