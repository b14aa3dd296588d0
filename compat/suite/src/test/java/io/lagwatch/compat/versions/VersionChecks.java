package io.lagwatch.compat.versions;

/** What the tests of a version work with. */
interface VersionChecks {
  /** Of tests that end the driver. */
  int LATE = Integer.MAX_VALUE - 1;

  /** Of tests that wait for what runs in the background. */
  int LAST = Integer.MAX_VALUE;

  VersionRun run();
}
