package io.lagwatch.listener;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The senders of all endpoints. Empty until {@link #start}; from then on for any thread. */
final class Senders {
  private volatile List<EndpointSender> all = Collections.emptyList();

  /** Starts a thread for each endpoint. Called once. */
  void start(EndpointSender.Source source, Settings settings, Time time) {
    List<EndpointSender> made = new ArrayList<>();
    for (int i = 0; i < settings.endpoints.size(); i++) {
      HttpPost post = new HttpPost(settings.endpoints.get(i), settings.token, time);
      made.add(
          new EndpointSender(
              i, source, settings, post, time, () -> ThreadLocalRandom.current().nextDouble()));
    }
    all = made;
    made.forEach(EndpointSender::start);
  }

  /** Something changed. Cheap enough for Spark's threads. */
  void wake() {
    for (EndpointSender sender : all) {
      sender.wake();
    }
  }

  void abortOverdue(long now) {
    all.forEach(sender -> sender.abortIfOverdue(now));
  }

  /** Has every endpoint told the newest state and waits for that, until the given steady time. */
  void sayLastWord(long by, Time time) {
    all.forEach(sender -> sender.lastWord(by));
    all.forEach(sender -> await(sender.lastWordSaid(), by, time));
  }

  void close() {
    all.forEach(EndpointSender::close);
  }

  /** Waits until the given steady time at most. */
  static void await(CountDownLatch latch, long by, Time time) {
    try {
      latch.await(Math.max(0, by - time.steadyMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurry) {
      // Not passed on: with the flag set, Spark would take the listener for broken.
    }
  }
}
