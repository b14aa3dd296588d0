package io.lagwatch.listener;

/** Makes the agent's threads. */
final class Threads {
  private Threads() {}

  /**
   * A daemon thread that keeps nothing of the thread it was made on alive: on a query's own thread
   * the context class loader may be a session's.
   */
  static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.setContextClassLoader(Threads.class.getClassLoader());
    thread.setUncaughtExceptionHandler(
        (ended, fault) -> Log.warn("thread " + ended.getName() + " has ended", fault));
    return thread;
  }
}
