package io.lagwatch.listener;

import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.scheduler.SparkListenerInterface;
import org.jspecify.annotations.Nullable;

/** The running application, read from its SparkContext. */
final class SparkApplication {
  private final SparkContext context;
  private final @Nullable SparkEnv env = SparkEnv.get();

  private SparkApplication(SparkContext context) {
    this.context = context;
  }

  /** Returns the running application of this JVM; null if there is none or Spark fails. */
  static @Nullable SparkApplication find() {
    SparkContext context = activeContext();
    if (context == null) {
      Object session = ActiveQueries.anySession();
      context = session == null ? null : contextOf(session);
    }
    return context == null || context.isStopped() ? null : new SparkApplication(context);
  }

  String id() {
    return context.applicationId();
  }

  String name() {
    return context.appName();
  }

  String sparkVersion() {
    return context.version();
  }

  /** Returns the host from Spark's settings, because a DNS lookup could take long. */
  @Nullable String host() {
    return context.conf().get("spark.driver.host", null);
  }

  boolean isStopped() {
    return context.isStopped();
  }

  /**
   * True if the context has finished stopping, even if no event reported it. A context counts as
   * stopped from the start of {@code stop()}. Spark then still delivers earlier events, for minutes
   * if another listener is slow, and removes the environment afterwards (3.3.4 to 4.2.0).
   */
  boolean isShutDown() {
    return context.isStopped() && (env == null || SparkEnv.get() != env);
  }

  /**
   * Runs the work when the application ends, on one of Spark's threads, which waits for it. Uses
   * the queue of the streaming events, so that the work runs after the last of them. Uses the
   * shared queue if that queue is not accessible.
   */
  void onEnd(Runnable work) {
    SparkListener listener = new ApplicationEnd(context, work);
    try {
      Object bus = Reflection.call(context, "listenerBus");
      bus.getClass()
          .getMethod("addToQueue", SparkListenerInterface.class, String.class)
          .invoke(bus, listener, "streams");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unsupported) {
      context.addSparkListener(listener);
    }
  }

  private static @Nullable SparkContext activeContext() {
    try {
      return (SparkContext)
          Reflection.option(Reflection.callOnObject("org.apache.spark.SparkContext", "getActive"));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unsupported) {
      return null;
    }
  }

  private static @Nullable SparkContext contextOf(Object session) {
    try {
      return (SparkContext) Reflection.call(session, "sparkContext");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unsupported) {
      return null;
    }
  }

  private static final class ApplicationEnd extends SparkListener {
    private final SparkContext context;
    private final Runnable work;

    ApplicationEnd(SparkContext context, Runnable work) {
      this.context = context;
      this.work = work;
    }

    @Override
    public void onApplicationEnd(SparkListenerApplicationEnd end) {
      try {
        work.run();
      } catch (Throwable fault) {
        DriverLog.warn("could not send the final report; the application is not affected", fault);
      }
      removeFromContext();
    }

    /**
     * Removes this listener, because otherwise a reference to the stopped context keeps the agent's
     * classes alive. Must happen before the bus drops its queues. {@code LiveListenerBus.stop}
     * waits for this thread but holds no lock that the removal needs (3.3.4 to 4.2.0).
     */
    private void removeFromContext() {
      try {
        context.removeSparkListener(this);
      } catch (Throwable unsupported) {
        DriverLog.debug(
            "could not remove a listener from the stopped SparkContext: " + unsupported);
      }
    }
  }
}
