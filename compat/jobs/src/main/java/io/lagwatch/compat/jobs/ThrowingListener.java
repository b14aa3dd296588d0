package io.lagwatch.compat.jobs;

import org.apache.spark.sql.streaming.StreamingQueryListener;

/** Another listener that throws an exception for every event. */
public final class ThrowingListener extends StreamingQueryListener {
  private static final long serialVersionUID = 1L;

  @Override
  public void onQueryStarted(QueryStartedEvent event) {
    throw new IllegalStateException("a fault at the start");
  }

  @Override
  public void onQueryProgress(QueryProgressEvent event) {
    throw new IllegalStateException("a fault at batch " + event.progress().batchId());
  }

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {
    throw new IllegalStateException("a fault at the end");
  }
}
