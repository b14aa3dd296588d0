package io.lagwatch.listener;

/** Clocks that a test moves. */
final class ManualTime implements Time {
  private static final long serialVersionUID = 1L;

  volatile long millis = 1_000_000;

  @Override
  public long wallMillis() {
    return millis;
  }

  @Override
  public long steadyMillis() {
    return millis;
  }
}
