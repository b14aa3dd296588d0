package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.lag.PollListener;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls one cluster in a thread of its own, for as long as it is open: what one cluster does never
 * holds up another one or a scrape. A cluster that is not there, or whose settings are wrong, is
 * tried again at every poll. A poll lasts about as long as the interval at most (3 s to 30 s,
 * unless the cluster's properties set {@code default.api.timeout.ms}); beats that a slow poll
 * misses are skipped and counted. Thread-safe.
 */
public final class KafkaPoller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaPoller.class);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

  /** A client that fails so often in a row is replaced, in case the client itself is the reason. */
  private static final int FAILURES_PER_CLIENT = 5;

  private final KafkaCluster cluster;
  private final PollListener listener;
  private final Clock clock;
  private final Function<ClientSettings, Admin> clients;
  private final ClientSettings settings;
  private final Redaction redaction;
  private final ClusterPolling polling;
  private final PollLog log;
  private final PollSchedule schedule;
  private final AtomicLong skipped = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;
  private volatile boolean closed;
  private @Nullable Admin admin;
  private int failuresInARow;

  /**
   * Opens nothing; see {@link #start()}.
   *
   * @param routing which of the watched topics this cluster is asked about
   * @param clock the wall clock, for the times that the watch is told
   */
  public KafkaPoller(
      KafkaCluster cluster, TopicRouting routing, PollListener listener, Clock clock) {
    this(
        cluster,
        routing,
        listener,
        clock,
        settings -> {
          ListenerProbe.check(cluster.bootstrapServers(), cluster.properties());
          return Admin.create(settings.properties());
        });
  }

  KafkaPoller(
      KafkaCluster cluster,
      TopicRouting routing,
      PollListener listener,
      Clock clock,
      Function<ClientSettings, Admin> clients) {
    this.cluster = cluster;
    this.listener = listener;
    this.clock = clock;
    this.clients = clients;
    this.settings = ClientSettings.of(cluster);
    this.redaction = new Redaction(cluster.properties());
    this.polling =
        new ClusterPolling(cluster, t -> cluster.name().equals(routing.clusterOf(t)), clock);
    this.log = new PollLog(LOG, cluster);
    this.schedule = new PollSchedule(cluster.pollInterval(), System.nanoTime());
    this.thread = new Thread(this::run, "kafka-" + cluster.name());
    this.thread.setDaemon(true);
  }

  /** The cluster's name. */
  public String cluster() {
    return cluster.name();
  }

  /** Starts polling, at once and then at the interval. To be called once. */
  public void start() {
    thread.start();
  }

  /**
   * Asks for a poll before its time, as when a position lies beyond the known end. Costs nothing
   * when called often: two polls start a quarter of the interval apart at least.
   */
  public void pollSoon() {
    lock.lock();
    try {
      schedule.soon();
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Polls that were left out because the one before lasted too long. */
  public long skippedPolls() {
    return skipped.get();
  }

  /** Ends polling and the client; a poll that runs is broken off. Waits 5 s at most. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join(CLOSE_PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!closed) {
        awaitDue();
        try {
          pollOnce(System.nanoTime());
        } catch (RuntimeException | Error e) {
          // Neither a bug nor a moment without memory may end the polling for good.
          LOG.error("kafka {}: a poll was lost", cluster.name(), e);
        }
        ended(System.nanoTime());
      }
    } catch (InterruptedException e) {
      LOG.debug("kafka {}: polling ends", cluster.name());
    } finally {
      dropClient();
    }
  }

  private void awaitDue() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = schedule.nanosUntilDue(System.nanoTime());
      while (left > 0) {
        changed.await(left, TimeUnit.NANOSECONDS);
        left = schedule.nanosUntilDue(System.nanoTime());
      }
      schedule.started(System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  private void ended(long now) {
    lock.lock();
    try {
      skipped.addAndGet(schedule.ended(now));
    } finally {
      lock.unlock();
    }
  }

  private void pollOnce(long start) throws InterruptedException {
    ClusterPolling.Answered answered;
    try {
      answered = polling.ask(client(), listener.interest(), Deadline.in(settings.budget()));
    } catch (PollFailure e) {
      failed(e.kind(), e, start);
      return;
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("kafka {}: unexpected", cluster.name(), e);
      failed(ErrorKind.OTHER, e, start);
      return;
    }
    failuresInARow = 0;
    log.answered(answered.poll());
    listener.polled(answered.poll(), answered.at(), since(start));
  }

  private void failed(ErrorKind kind, Throwable cause, long start) {
    String message = redaction.describe(cause);
    log.failed(kind, message);
    failuresInARow++;
    // Files with certificates or passwords may have changed: only a new client reads them.
    if (kind == ErrorKind.AUTHENTICATION || failuresInARow % FAILURES_PER_CLIENT == 0) {
      dropClient();
    }
    listener.pollFailed(cluster.name(), kind.label(), message, clock.instant(), since(start));
  }

  private Admin client() throws PollFailure {
    Admin known = admin;
    if (known == null) {
      try {
        known = clients.apply(settings);
      } catch (RuntimeException e) {
        throw new PollFailure(ErrorKind.CONFIGURATION, e);
      }
      admin = known;
    }
    return known;
  }

  private void dropClient() {
    Admin known = admin;
    admin = null;
    if (known != null) {
      known.close(Duration.ZERO);
    }
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
