package io.lagwatch.listener;

/** Work to be done when the JVM exits, unless it is taken back before. */
final class ExitHook {
  private final Thread thread;

  private ExitHook(Thread thread) {
    this.thread = thread;
  }

  static ExitHook add(Runnable work) {
    ExitHook hook = new ExitHook(new Thread(work, "lagwatch-exit"));
    try {
      Runtime.getRuntime().addShutdownHook(hook.thread);
    } catch (IllegalStateException exiting) {
      Log.debug("started while the JVM exits");
    }
    return hook;
  }

  void remove() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException exiting) {
      // The JVM is going down and keeps its hooks.
    }
  }
}
