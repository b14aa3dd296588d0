package io.lagwatch.listener;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The senders of all endpoints; none before {@link #start}. Can be used by any thread. */
final class Senders {
  private volatile List<EndpointSender> senders = Collections.emptyList();

  /** Starts a thread for each endpoint. Called once. */
  void start(EndpointSender.ReportSource source, ListenerSettings settings, Time time) {
    List<EndpointSender> created = new ArrayList<>();
    for (int i = 0; i < settings.endpoints.size(); i++) {
      HttpPost post = new HttpPost(settings.endpoints.get(i), settings.token, time);
      created.add(
          new EndpointSender(
              i, source, settings, post, time, () -> ThreadLocalRandom.current().nextDouble()));
    }
    senders = created;
    created.forEach(EndpointSender::start);
  }

  /** Notifies all senders of a change. Cheap enough for Spark's threads. */
  void wake() {
    for (EndpointSender sender : senders) {
      sender.wake();
    }
  }

  void abortOverdue(long now) {
    senders.forEach(sender -> sender.abortIfOverdue(now));
  }

  /** Sends a final report to every endpoint and waits, but only until the given steady time. */
  void sendFinalReports(long deadlineMillis, Time time) {
    senders.forEach(sender -> sender.requestFinalReport(deadlineMillis));
    senders.forEach(sender -> await(sender.finished(), deadlineMillis, time));
  }

  void close() {
    senders.forEach(EndpointSender::close);
  }

  /** Waits until the latch is zero, but only until the given steady time. */
  static void await(CountDownLatch latch, long deadlineMillis, Time time) {
    try {
      latch.await(Math.max(0, deadlineMillis - time.steadyMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      // The flag is not set again: Spark removes a listener that leaves its thread interrupted.
    }
  }
}
