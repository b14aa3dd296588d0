package io.lagwatch.listener;

import java.util.concurrent.TimeUnit;

/** The clocks of this machine. */
enum SystemTime implements Time {
  INSTANCE;

  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public long steadyMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
