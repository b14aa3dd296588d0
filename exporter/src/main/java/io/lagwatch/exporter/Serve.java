package io.lagwatch.exporter;

import io.lagwatch.exporter.config.Settings;
import io.lagwatch.exporter.watch.LiveWatch;
import io.lagwatch.exporter.watch.Watch;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The exporter process: the only place where its parts are put together. */
final class Serve {
  private Serve() {}

  /** Runs until the process is told to end. */
  static int run(Settings settings) {
    var clock = Clock.systemUTC();
    var clusters =
        settings.kafka().stream()
            .map(c -> new LiveWatch.Cluster(c.name(), c.topics(), c.pollInterval()))
            .toList();
    var watch =
        new LiveWatch(
            clusters, settings.queries(), settings.retention(), clock.instant(), cluster -> {});
    var evaluations = Executors.newSingleThreadScheduledExecutor();
    long interval = Watch.EVALUATION_INTERVAL.toMillis();
    evaluations.scheduleAtFixedRate(
        () -> watch.evaluate(clock.instant()), interval, interval, TimeUnit.MILLISECONDS);
    var ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(ended::countDown, "lagwatch-shutdown"));
    try {
      ended.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    evaluations.shutdownNow();
    return 0;
  }
}
