package io.lagwatch.demo.environment;

/** A part of the stage did not start or has ended; the message is for a person. */
public final class DemoFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DemoFailure(String message) {
    super(message);
  }
}
