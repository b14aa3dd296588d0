package io.lagwatch.demo.producer;

/**
 * How many records are due at a rate that may change. Not thread-safe.
 *
 * <p>What was not sent in a long pause (of the process, or of a broker that did not answer) is not
 * made up for: traffic comes from outside and does not pile up in the producer.
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
