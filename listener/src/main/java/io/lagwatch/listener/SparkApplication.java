package io.lagwatch.listener;

import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.scheduler.SparkListenerInterface;
import org.jspecify.annotations.Nullable;

/** The running application, seen through its SparkContext. */
final class SparkApplication {
  private final SparkContext context;
  private final @Nullable SparkEnv env = SparkEnv.get();

  private SparkApplication(SparkContext context) {
    this.context = context;
  }

  /** The running application of this JVM; null when there is none or Spark will not say. */
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

  /** The driver's host as Spark advertises it; asking the network could take long. */
  @Nullable String host() {
    return context.conf().get("spark.driver.host", null);
  }

  boolean stopped() {
    return context.isStopped();
  }

  /**
   * Whether the stop is over, with or without a word on it. A context counts as stopped from the
   * first moment of its stop, while Spark still hands out the events before it (for minutes, where
   * another listener is slow); the environment goes after that (3.3.4 to 4.2.0).
   */
  boolean gone() {
    return context.isStopped() && (env == null || SparkEnv.get() != env);
  }

  /**
   * Has the work done when the application ends, on one of Spark's threads, which waits for it.
   * Listens on the queue of the streaming events, so that it comes after the last of them; where
   * that queue cannot be reached, on the shared one.
   */
  void whenEnded(Runnable work) {
    SparkListener listener = new ApplicationEnd(context, work);
    try {
      Object bus = Reflection.call(context, "listenerBus");
      bus.getClass()
          .getMethod("addToQueue", SparkListenerInterface.class, String.class)
          .invoke(bus, listener, "streams");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherSpark) {
      context.addSparkListener(listener);
    }
  }

  private static @Nullable SparkContext activeContext() {
    try {
      return (SparkContext)
          Reflection.option(Reflection.callStatic("org.apache.spark.SparkContext", "getActive"));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherSpark) {
      return null;
    }
  }

  private static @Nullable SparkContext contextOf(Object session) {
    try {
      return (SparkContext) Reflection.call(session, "sparkContext");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherSpark) {
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
        Log.warn("the last report failed", fault);
      }
      takeBack();
    }

    /**
     * Else whoever holds the stopped context holds the agent's classes. Here, because afterwards
     * the bus has forgotten its queues and finds no listener; {@code LiveListenerBus.stop}, which
     * waits for this thread, holds no lock that this needs (3.3.4 to 4.2.0).
     */
    private void takeBack() {
      try {
        context.removeSparkListener(this);
      } catch (Throwable otherSpark) {
        Log.debug("the ended context keeps a listener: " + otherSpark);
      }
    }
  }
}
