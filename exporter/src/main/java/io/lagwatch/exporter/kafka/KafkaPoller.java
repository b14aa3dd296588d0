package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.PollListener;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls one cluster in its own thread, so that a slow cluster delays no other cluster and no
 * scrape. A cluster that is unreachable or has wrong settings is tried again at every poll. A poll
 * takes at most about one interval (3 s to 30 s). The property {@code default.api.timeout.ms} of
 * the cluster overrides that limit. Polls that are due during a slow poll are skipped and counted.
 * Thread-safe.
 */
public final class KafkaPoller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaPoller.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  /** After this number of failures in a row the client is replaced, in case it is the reason. */
  private static final int FAILURES_PER_CLIENT = 5;

  private static final String CLIENT_ENDED =
      "the Kafka client failed on an answer that is not Kafka's: probably an advertised listener of"
          + " a broker is not a Kafka listener, or TLS without security.protocol";

  private final KafkaCluster cluster;
  private final PollListener listener;
  private final Clock clock;
  private final Function<ClientSettings, Admin> clients;
  private final ClientSettings settings;
  private final Redaction redaction;
  private final ClusterPolling polling;
  private final RetentionLookup retention = new RetentionLookup();
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
   * Creates a poller. It opens no connection before {@link #start()}.
   *
   * @param clock the wall clock, for the times of the polls
   */
  public KafkaPoller(KafkaCluster cluster, PollListener listener, Clock clock) {
    this(
        cluster,
        listener,
        clock,
        settings -> {
          ListenerProbe.check(cluster.bootstrapServers(), cluster.properties());
          return Admin.create(settings.properties());
        });
  }

  KafkaPoller(
      KafkaCluster cluster,
      PollListener listener,
      Clock clock,
      Function<ClientSettings, Admin> clients) {
    this.cluster = cluster;
    this.listener = listener;
    this.clock = clock;
    this.clients = clients;
    this.settings = ClientSettings.of(cluster);
    this.redaction = new Redaction(cluster.properties());
    this.polling = new ClusterPolling(cluster, clock);
    this.log = new PollLog(LOG, cluster);
    this.schedule = new PollSchedule(cluster.pollInterval(), System.nanoTime());
    this.thread = new Thread(this::run, "kafka-" + cluster.name());
    this.thread.setDaemon(true);
  }

  /** Returns the cluster's name. */
  public String cluster() {
    return cluster.name();
  }

  /** Starts polling: immediately and then at the interval. Must be called only once. */
  public void start() {
    thread.start();
  }

  /**
   * Requests a poll before it is due, for example because a position is beyond the known end
   * offset. Can be called often: polls start at least a quarter of the interval apart.
   */
  public void pollSoon() {
    lock.lock();
    try {
      schedule.requestPoll();
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of polls that were skipped because the previous one took too long. */
  public long skippedPolls() {
    return skipped.get();
  }

  /** Ends polling and closes the client. Aborts a running poll. Waits at most 5 s. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
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
          // A bug or a short lack of memory must not end the polling.
          LOG.error(
              "unexpected error in a poll of Kafka cluster {}; the next poll follows as usual;"
                  + " please report this",
              cluster.name(),
              e);
        }
        ended(System.nanoTime());
      }
    } catch (InterruptedException e) {
      LOG.debug("polling of Kafka cluster {} ends", cluster.name());
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
    ClusterPolling.PollAnswer answered;
    try {
      answered =
          polling.poll(client(), listener.interest(cluster.name()), Deadline.in(settings.budget()));
    } catch (PollFailure e) {
      failed(e.kind(), e, start);
      return;
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("unexpected error in a poll of Kafka cluster {}", cluster.name(), e);
      failed(ErrorKind.OTHER, e, start);
      return;
    }
    failuresInARow = 0;
    log.answered(answered.poll());
    listener.polled(answered.poll(), answered.at(), since(start));
    lookUpRetention(answered.poll());
  }

  /** Offsets are known without it, so a failure only leaves the retention unknown. */
  private void lookUpRetention(ClusterPoll poll) throws InterruptedException {
    Admin known = admin;
    Set<String> topics =
        poll.offsets().keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet());
    if (known == null) {
      return;
    }
    try {
      Map<String, Duration> found =
          retention.find(known, topics, Deadline.in(settings.budget()), System.nanoTime());
      if (found != null) {
        listener.retentions(cluster.name(), found);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("cannot look up the retention in Kafka cluster {}", cluster.name(), e);
    }
  }

  private void failed(ErrorKind kind, Throwable cause, long start) {
    boolean ended = ErrorKind.clientEnded(cause);
    String message = ended ? CLIENT_ENDED : redaction.describe(cause);
    log.failed(kind, message);
    failuresInARow++;
    // Only a new client reads the files with certificates and passwords again.
    if (ended || kind == ErrorKind.AUTHENTICATION || failuresInARow % FAILURES_PER_CLIENT == 0) {
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
