package io.lagwatch.listener;

import java.io.Serializable;

/** The clocks of the agent; tests replace them. Serializable because a listener holds one. */
interface Time extends Serializable {
  /** Returns the driver's wall clock, for times in reports: milliseconds since 1970. */
  long wallMillis();

  /** Returns a clock that never goes back, for waiting: milliseconds since an arbitrary moment. */
  long steadyMillis();
}
