package io.lagwatch.listener;

import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.scheduler.SparkListenerInterface;
import org.jspecify.annotations.Nullable;

/** The running application, seen through its SparkContext. */
final class SparkApplication {
  private final SparkContext context;
  private @Nullable SparkListener listener;

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
   * Has the work done when the application ends, on one of Spark's threads, which waits for it.
   * Listens on the queue of the streaming events, so that it comes after the last of them; where
   * that queue cannot be reached, on the shared one.
   */
  void whenEnded(Runnable work) {
    listener = new ApplicationEnd(work);
    try {
      Object bus = Reflection.call(context, "listenerBus");
      bus.getClass()
          .getMethod("addToQueue", SparkListenerInterface.class, String.class)
          .invoke(bus, listener, "streams");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherSpark) {
      context.addSparkListener(listener);
    }
  }

  /**
   * Takes the listener back, so that a stopped context that someone holds does not hold the agent.
   * Not to be called on a thread that Spark waits for.
   */
  void forget() {
    if (listener != null) {
      context.removeSparkListener(listener);
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
    private final Runnable work;

    ApplicationEnd(Runnable work) {
      this.work = work;
    }

    @Override
    public void onApplicationEnd(SparkListenerApplicationEnd end) {
      try {
        work.run();
      } catch (Throwable fault) {
        Log.warn("the last report failed", fault);
      }
    }
  }
}
