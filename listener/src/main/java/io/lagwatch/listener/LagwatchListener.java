package io.lagwatch.listener;

import org.apache.spark.SparkConf;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.jspecify.annotations.Nullable;

/**
 * Reports what every streaming query of this driver did to a Lagwatch exporter. Attached with
 * {@code --conf spark.sql.streaming.streamingQueryListeners=io.lagwatch.listener.LagwatchListener}
 * and {@code --conf spark.lagwatch.endpoint=http://host:9877}.
 *
 * <p>Spark makes one object per session whose streams are touched and one more per stateful query
 * (seen from 3.3 to 4.2); each query's events reach one of them. So an object holds nothing and
 * opens nothing; all share the {@link Agent} of the application.
 *
 * <p>No callback blocks, and none lets anything out: a {@code LinkageError} that left one would
 * stop the SparkContext, and an interrupt flag left set would remove the listener.
 */
public final class LagwatchListener extends StreamingQueryListener {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable SparkConf conf;
  private transient volatile @Nullable Agent agent;
  private transient volatile boolean faultLogged;

  /** For {@code spark.streams().addListener(new LagwatchListener())}. */
  public LagwatchListener() {
    this(null);
  }

  /** The constructor that Spark uses when it is named in the settings. */
  public LagwatchListener(@Nullable SparkConf conf) {
    this.conf = conf;
  }

  /** On the query's own thread, before its start returns. */
  @Override
  public void onQueryStarted(QueryStartedEvent event) {
    try {
      Agent shared = agent(true);
      if (shared != null) {
        shared.started(event.id(), event.runId(), event.name());
      }
    } catch (Throwable fault) {
      contain("onQueryStarted", fault);
    }
  }

  @Override
  public void onQueryProgress(QueryProgressEvent event) {
    try {
      Agent shared = agent(false);
      if (shared != null) {
        shared.progress(event.progress());
      }
    } catch (Throwable fault) {
      contain("onQueryProgress", fault);
    }
  }

  /** Never called before Spark 3.5, where the event's class is missing too. */
  @Override
  public void onQueryIdle(QueryIdleEvent event) {
    try {
      Agent shared = agent(false);
      if (shared != null) {
        shared.idle(event.id(), event.runId());
      }
    } catch (Throwable fault) {
      contain("onQueryIdle", fault);
    }
  }

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {
    try {
      Agent shared = agent(false);
      if (shared != null) {
        scala.Option<String> exception = event.exception();
        shared.terminated(event.runId(), exception.isDefined() ? exception.get() : null);
      }
    } catch (Throwable fault) {
      contain("onQueryTerminated", fault);
    }
  }

  private @Nullable Agent agent(boolean queryStarts) {
    Agent current = Agents.current(agent, conf, queryStarts);
    if (current != null) {
      agent = current;
    }
    return current;
  }

  private void contain(String callback, Throwable fault) {
    try {
      if (!faultLogged) {
        faultLogged = true;
        Log.warn(
            callback + " failed; the query is not affected, but its counts may be short", fault);
      } else {
        Log.debug(callback + " failed again: " + fault);
      }
    } catch (Throwable second) {
      // Out of memory or stack while saying so: the query matters more than the message.
    }
  }
}
