package io.lagwatch.demo.stage;

/** A part of the stage did not start or has ended; the message is for a person. */
public final class StageFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StageFailure(String message) {
    super(message);
  }
}
