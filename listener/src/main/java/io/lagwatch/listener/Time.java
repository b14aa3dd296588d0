package io.lagwatch.listener;

/** The clocks of the agent, so that tests have their own. */
interface Time {
  /** The driver's wall clock, for times in reports: milliseconds since 1970. */
  long wallMillis();

  /** A clock that never goes back, for waiting: milliseconds since some moment. */
  long steadyMillis();
}
