package io.lagwatch.exporter;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.config.Settings;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.kafka.KafkaPoller;
import io.lagwatch.exporter.lag.BrokerAddresses;
import io.lagwatch.exporter.lag.PollListener;
import io.lagwatch.exporter.metrics.MonitorMetrics;
import io.lagwatch.exporter.metrics.OwnMeters;
import io.lagwatch.exporter.replay.Recorder;
import io.lagwatch.exporter.replay.RecordingPollListener;
import io.lagwatch.exporter.watch.LiveMonitor;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.StateFile;
import io.lagwatch.exporter.watch.StateFileException;
import io.lagwatch.exporter.watch.StateSaver;
import io.lagwatch.exporter.web.MetricsEndpoint;
import io.lagwatch.exporter.web.ReportReceiver;
import io.lagwatch.exporter.web.WebServer;
import io.lagwatch.exporter.web.WebSettings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates and connects the parts of the exporter process, and runs them. */
final class Serve implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Serve.class);
  private static final int CANNOT_START = 2;

  private final Map<String, KafkaPoller> pollers = new ConcurrentHashMap<>();
  private final LiveMonitor monitor;
  private final @Nullable Recorder recorder;
  private final @Nullable StateSaver saver;
  private final OwnMeters meters;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final WebServer web;
  private final ScheduledExecutorService evaluations =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            var thread = new Thread(work, "evaluations");
            thread.setDaemon(true);
            return thread;
          });

  private Serve(
      Settings settings, @Nullable StateFile stateFile, @Nullable Recorder recorder, Clock clock) {
    this.recorder = recorder;
    monitor =
        new LiveMonitor(
            clusters(settings.kafka()),
            settings.queries(),
            settings.retention(),
            clock.instant(),
            this::pollSoon,
            OwnHost.of()::contains);
    saver = stateFile == null ? null : new StateSaver(monitor, stateFile, clock);
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var metrics = new MonitorMetrics(registry, monitor, clock, settings.partitionMetrics());
    meters = new OwnMeters(registry, Main.version());
    PollListener pollListener =
        recorder == null ? monitor : new RecordingPollListener(monitor, recorder);
    for (KafkaCluster cluster : settings.kafka()) {
      var poller = new KafkaPoller(cluster, pollListener, clock);
      pollers.put(cluster.name(), poller);
      meters.skippedPolls(cluster.name(), poller::skippedPolls);
    }
    meters.evaluationErrors(monitor.guard()::errors);
    meters.invalidFields(monitor::invalidFields);
    if (recorder != null) {
      meters.recording(recorder::recorded, recorder::dropped);
    }
    web =
        new WebServer(
            new WebSettings(settings.listen().host(), settings.listen().port(), settings.token()),
            monitor,
            monitor.history(),
            receiver(clock),
            new MetricsEndpoint(
                registry, metrics::scrape, saver == null ? () -> {} : saver::awaitSaved),
            meters,
            clock);
    var unused =
        evaluations.scheduleAtFixedRate(
            () -> evaluate(clock),
            Monitor.EVALUATION_INTERVAL.toMillis(),
            Monitor.EVALUATION_INTERVAL.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** Runs until the process receives a signal to stop, and returns the exit code. */
  static int run(Settings settings) {
    try (var serve = open(settings, Clock.systemUTC())) {
      serve.start();
      LOG.info(
          "Lagwatch {} listens on http://{}",
          Main.version(),
          settings.listen().withPort(serve.port()));
      awaitEnd(serve);
      return 0;
    } catch (StateFileException | IOException | RuntimeException | OutOfMemoryError e) {
      String reason = StartFailure.reason(e, settings);
      if (reason == null) {
        LOG.error("cannot start", e);
      } else {
        LOG.error("{}", reason);
      }
    }
    return CANNOT_START;
  }

  /**
   * Creates the parts and locks the state file.
   *
   * @throws StateFileException if the state file is in use or cannot be locked
   * @throws IOException if the file of {@code --record} cannot be opened
   */
  static Serve open(Settings settings, Clock clock) throws IOException, StateFileException {
    var stateFile = settings.stateFile() == null ? null : StateFile.open(settings.stateFile());
    try {
      var recorder = settings.recordFile() == null ? null : Recorder.open(settings.recordFile());
      return new Serve(settings, stateFile, recorder, clock);
    } catch (IOException | RuntimeException | Error e) {
      if (stateFile != null) {
        stateFile.close();
      }
      throw e;
    }
  }

  /**
   * Restores the state, starts to listen and to poll. The state file is not written before the port
   * is bound.
   */
  void start() throws StateFileException {
    if (saver != null) {
      saver.restore();
    }
    web.start();
    if (saver != null) {
      saver.start();
    }
    pollers.values().forEach(KafkaPoller::start);
  }

  int port() {
    return web.port();
  }

  /**
   * Stops all parts. Only the first call has an effect: both the shutdown hook and the main thread
   * call it.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    web.close();
    evaluations.shutdownNow();
    // Before the pollers, because each of them may take seconds to close.
    if (saver != null) {
      saver.close();
    }
    pollers.values().forEach(KafkaPoller::close);
    if (recorder != null) {
      try {
        recorder.close();
      } catch (IOException e) {
        LOG.warn("--record: cannot close the file: {}", e.toString());
      }
    }
    meters.close();
  }

  /**
   * Returns a receiver that saves the state after a report that ends a run, before the response.
   * Such a report may be the last one of its driver.
   */
  private ReportReceiver receiver(Clock clock) {
    var receiver = ReportReceiver.into(monitor, clock);
    return body -> {
      long endings = monitor.endings();
      var decoded = receiver.receive(body);
      if (decoded instanceof Decoded.Accepted) {
        if (recorder != null) {
          recorder.report(body, clock.instant());
        }
        if (saver != null && monitor.endings() != endings) {
          saver.save();
        }
      }
      return decoded;
    };
  }

  /** Evaluates and logs failures, because a scheduled task that throws does not run again. */
  private void evaluate(Clock clock) {
    try {
      monitor.evaluate(clock.instant());
    } catch (RuntimeException | Error e) {
      LOG.error(
          "alert evaluation failed; alert states are unchanged until the next one; please report"
              + " this",
          e);
    }
  }

  private void pollSoon(String cluster) {
    var poller = pollers.get(cluster);
    if (poller != null) {
      poller.pollSoon();
    }
  }

  private static List<LiveMonitor.Cluster> clusters(List<KafkaCluster> kafka) {
    return kafka.stream()
        .map(
            c ->
                new LiveMonitor.Cluster(
                    c.name(),
                    c.topics(),
                    c.pollInterval(),
                    c.bootstrapServers(),
                    BrokerAddresses.of(String.join(",", c.aliases()))))
        .toList();
  }

  private static void awaitEnd(Serve serve) {
    var stopRequested = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stopRequested.countDown();
                  serve.close();
                  stopped.countDown();
                },
                "lagwatch-shutdown"));
    try {
      stopRequested.await();
      stopped.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
