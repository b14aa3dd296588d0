package io.lagwatch.compat.jobs;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.sql.streaming.StreamingQueryListener;

/** Another listener that takes two seconds for every event and prints a line. */
public final class SlowListener extends StreamingQueryListener {
  private static final long serialVersionUID = 1L;

  @Override
  public void onQueryStarted(QueryStartedEvent event) {
    hear("the start");
  }

  @Override
  public void onQueryProgress(QueryProgressEvent event) {
    hear("batch " + event.progress().batchId());
  }

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {
    hear("the end");
  }

  private static void hear(String what) {
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
    System.err.println("SlowListener received " + what);
  }
}
