package io.lagwatch.demo.producer;

/**
 * Computes the number of records that are due at a rate that may change. Not thread-safe.
 *
 * <p>Records that were not sent in a long pause (of the process or of the broker) are not sent
 * later, because real traffic does not wait for the producer.
 */
final class SendRate {
  private static final double LONGEST_STEP_SECONDS = 1;

  private double owed;
  private int perSecond;

  int perSecond() {
    return perSecond;
  }

  void perSecond(int rate) {
    perSecond = rate;
    owed = 0;
  }

  /** Returns the whole records that became due in this number of seconds. */
  int due(double seconds) {
    owed += perSecond * Math.min(seconds, LONGEST_STEP_SECONDS);
    int whole = (int) owed;
    owed -= whole;
    return whole;
  }
}
