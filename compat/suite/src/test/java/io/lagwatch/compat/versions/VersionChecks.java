package io.lagwatch.compat.versions;

/** Access to the version under test, and the order of its tests. */
interface VersionChecks {
  /** Order of tests that end the driver. */
  int LATE = Integer.MAX_VALUE - 1;

  /** Order of tests that wait for background work. */
  int LAST = Integer.MAX_VALUE;

  VersionRun run();
}
