package io.lagwatch.listener;

/** Work that runs when the JVM exits, unless it is removed before. */
final class ExitHook {
  private final Thread thread;

  private ExitHook(Thread thread) {
    this.thread = thread;
  }

  static ExitHook add(Runnable work) {
    ExitHook hook = new ExitHook(new Thread(work, "lagwatch-exit"));
    try {
      Runtime.getRuntime().addShutdownHook(hook.thread);
    } catch (IllegalStateException shuttingDown) {
      DriverLog.debug("no exit hook added because the JVM is already shutting down");
    }
    return hook;
  }

  /** Removes the hook. Returns false if it was not registered or the JVM is shutting down. */
  boolean remove() {
    try {
      return Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException shuttingDown) {
      return false;
    }
  }
}
