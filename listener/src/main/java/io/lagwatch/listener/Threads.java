package io.lagwatch.listener;

/** Creates the agent's threads. */
final class Threads {
  private Threads() {}

  /**
   * Returns a new daemon thread. Its context class loader is the listener's, because the one of the
   * creating thread may belong to a session and would be kept alive.
   */
  static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.setContextClassLoader(Threads.class.getClassLoader());
    thread.setUncaughtExceptionHandler(
        (ended, fault) ->
            DriverLog.warn("thread " + ended.getName() + " ended unexpectedly", fault));
    return thread;
  }
}
