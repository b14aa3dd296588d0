package io.lagwatch.demo.environment;

/** A part of the demo did not start or ended unexpectedly; the message is for the user. */
public final class DemoFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DemoFailure(String message) {
    super(message);
  }
}
