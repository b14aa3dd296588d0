package io.lagwatch.listener;

import java.util.concurrent.TimeUnit;

/** The clocks of this JVM. */
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
