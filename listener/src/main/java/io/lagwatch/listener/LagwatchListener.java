package io.lagwatch.listener;

import org.apache.spark.SparkConf;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.jspecify.annotations.Nullable;

/**
 * Reports the streaming queries of this driver to a Lagwatch exporter. Register it with {@code
 * --conf spark.sql.streaming.streamingQueryListeners=io.lagwatch.listener.LagwatchListener} and
 * {@code --conf spark.lagwatch.endpoint=http://host:9877}.
 *
 * <p>Spark creates one listener object for each session that uses streams and one more for each
 * stateful query (seen in 3.3 to 4.2); the events of a query reach only one of them. Therefore the
 * objects have no state, thread or connection. They share the {@link DriverAgent} of the
 * application.
 *
 * <p>No callback blocks or throws. A {@code LinkageError} from a callback would stop the
 * SparkContext, and a thread that stays interrupted would make Spark remove the listener.
 */
public final class LagwatchListener extends StreamingQueryListener {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable SparkConf conf;
  private transient volatile @Nullable DriverAgent agent;
  private final Time time;
  private final RepeatedFault callbackFault = new RepeatedFault();

  /** Creates a listener for {@code spark.streams().addListener(new LagwatchListener())}. */
  public LagwatchListener() {
    this(null);
  }

  /** Creates a listener that reads these settings. Spark uses it for the class in its settings. */
  public LagwatchListener(@Nullable SparkConf conf) {
    this(conf, SystemTime.INSTANCE);
  }

  LagwatchListener(@Nullable SparkConf conf, Time time) {
    this.conf = conf;
    this.time = time;
  }

  /** Runs on the thread of the query; the call that starts the query waits for it. */
  @Override
  public void onQueryStarted(QueryStartedEvent event) {
    try {
      DriverAgent current = agent(true);
      if (current != null) {
        current.queryStarted(event.id(), event.runId(), event.name());
      }
      callbackFault.end();
    } catch (Throwable fault) {
      logError("onQueryStarted", fault);
    }
  }

  @Override
  public void onQueryProgress(QueryProgressEvent event) {
    try {
      DriverAgent current = agent(false);
      if (current != null) {
        current.queryProgressed(event.progress());
      }
      callbackFault.end();
    } catch (Throwable fault) {
      logError("onQueryProgress", fault);
    }
  }

  /** Not called before Spark 3.5, which also lacks the class of the event. */
  @Override
  public void onQueryIdle(QueryIdleEvent event) {
    try {
      DriverAgent current = agent(false);
      if (current != null) {
        current.queryIdle(event.id(), event.runId());
      }
      callbackFault.end();
    } catch (Throwable fault) {
      logError("onQueryIdle", fault);
    }
  }

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {
    try {
      DriverAgent current = agent(false);
      if (current != null) {
        scala.Option<String> exception = event.exception();
        current.queryTerminated(event.runId(), exception.isDefined() ? exception.get() : null);
      }
      callbackFault.end();
    } catch (Throwable fault) {
      logError("onQueryTerminated", fault);
    }
  }

  private @Nullable DriverAgent agent(boolean isQueryStart) {
    DriverAgent current = AgentHolder.current(agent, conf, isQueryStart);
    if (current != null) {
      agent = current;
    }
    return current;
  }

  private void logError(String callback, Throwable fault) {
    try {
      if (callbackFault.shouldLog(time.steadyMillis())) {
        DriverLog.warn(
            callback + " failed; the query is not affected, but its counts may be too low", fault);
      } else {
        DriverLog.debug(callback + " failed again: " + fault);
      }
    } catch (Throwable unloggable) {
      // Building the message needs memory and stack, which may be what is missing.
    }
  }
}
