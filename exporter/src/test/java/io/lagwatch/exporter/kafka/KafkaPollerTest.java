package io.lagwatch.exporter.kafka;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.testbed.Loopback;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KafkaPollerTest {
  private final RecordedPolls recorded = new RecordedPolls();
  private final FakeAdmin brokers = new FakeAdmin();

  @Test
  void keepsPollingWhenNoBrokerIsReachable() {
    String nowhere = Loopback.HOST + ":" + Loopback.freePort();
    KafkaCluster cluster = cluster(nowhere, Map.of(), Duration.ofSeconds(1));
    try (KafkaPoller poller = new KafkaPoller(cluster, recorded, Clock.systemUTC())) {
      poller.start();
      await().atMost(30, SECONDS).until(() -> recorded.polls.size() >= 2);
    }
    assertThat(recorded.polls).extracting(RecordedPolls.Poll::kind).containsOnly("connection");
  }

  static List<Map<String, String>> mistakes() {
    String jaas = "no.such.Module required username=\"ann\" password=\"hunter2\"";
    return List.of(
        Map.of("security.protocol", "SASL_SSL", "sasl.mechanism", "PLAIN"),
        Map.of(
            "security.protocol",
            "SASL_PLAINTEXT",
            "sasl.mechanism",
            "PLAIN",
            "sasl.jaas.config",
            jaas),
        Map.of(
            "security.protocol",
            "SASL_PLAINTEXT",
            "sasl.mechanism",
            "WHISPER",
            "sasl.jaas.config",
            jaas + ";"),
        Map.of("security.protocol", "SECRET"),
        Map.of("default.api.timeout.ms", "soon"),
        Map.of("security.protocol", "SSL", "ssl.truststore.location", "/no/such/file"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void reportsInvalidPropertiesAsConfigurationErrorWithoutSecrets(Map<String, String> properties) {
    KafkaCluster cluster = cluster("127.0.0.1:1", properties, Duration.ofSeconds(1));
    try (KafkaPoller poller = new KafkaPoller(cluster, recorded, Clock.systemUTC())) {
      poller.start();
      await().until(() -> recorded.last() != null);
    }
    assertThat(recorded.last().kind()).isEqualTo("configuration");
    assertThat(recorded.last().message()).isNotBlank().doesNotContain("hunter2");
  }

  @Test
  void pollsWhenTheClientCanBeCreatedLater() {
    brokers.log("t", 0, FakeAdmin.Log.of(0, 7));
    recorded.watch("t");
    AtomicInteger tries = new AtomicInteger();
    try (KafkaPoller poller =
        poller(
            Duration.ofSeconds(1),
            settings -> {
              if (tries.incrementAndGet() == 1) {
                throw new IllegalStateException("the truststore is not there yet");
              }
              return brokers.admin();
            })) {
      poller.start();
      await().until(() -> recorded.last() != null && recorded.last().poll() != null);
    }
    assertThat(recorded.polls.get(0).message())
        .isEqualTo("IllegalStateException: the truststore is not there yet");
    assertThat(recorded.last().poll().offsets()).hasSize(1);
  }

  @Test
  void continuesPollingWhenTheListenerThrows() {
    brokers.log("t", 0, FakeAdmin.Log.of(0, 7));
    recorded.watch("t");
    recorded.broken = true;
    try (KafkaPoller poller = poller(Duration.ofSeconds(1), settings -> brokers.admin())) {
      poller.start();
      await().until(() -> recorded.polls.size() >= 3);
    }
  }

  @Test
  void pollsEarlierOnRequest() {
    recorded.watch("t");
    Duration interval = Duration.ofSeconds(20);
    try (KafkaPoller poller = poller(interval, settings -> brokers.admin())) {
      poller.start();
      await().until(() -> recorded.polls.size() == 1);
      poller.pollSoon();
      // A quarter of the interval after the first poll; PollScheduleTest has the exact times.
      await().atMost(interval.minusSeconds(1)).until(() -> recorded.polls.size() == 2);
    }
  }

  @Test
  void countsPollsThatASlowPollSkips() {
    recorded.watch("t");
    CountDownLatch release = new CountDownLatch(1);
    long start = System.nanoTime();
    try (KafkaPoller poller =
        poller(
            Duration.ofSeconds(1),
            settings -> {
              await().until(() -> System.nanoTime() - start > Duration.ofMillis(2100).toNanos());
              release.countDown();
              return brokers.admin();
            })) {
      poller.start();
      await().until(() -> poller.skippedPolls() >= 2);
      assertThat(release.getCount()).isZero();
    }
  }

  @Test
  void closeAbortsAHangingPoll() {
    brokers.silent = true;
    recorded.watch("t");
    CountDownLatch polling = new CountDownLatch(1);
    KafkaPoller poller =
        poller(
            Duration.ofSeconds(30),
            settings -> {
              polling.countDown();
              return brokers.admin();
            });
    poller.start();
    await().until(() -> polling.getCount() == 0);

    List<Thread> threads = pollThreads();
    assertThat(threads).hasSize(1);
    poller.close();

    assertThat(threads).noneMatch(Thread::isAlive);
    assertThat(recorded.polls).isEmpty();
  }

  private static List<Thread> pollThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("kafka-main"))
        .toList();
  }

  private KafkaPoller poller(Duration interval, Function<ClientSettings, Admin> clients) {
    KafkaCluster cluster = cluster("127.0.0.1:1", Map.of(), interval);
    return new KafkaPoller(cluster, recorded, Clock.systemUTC(), clients);
  }

  private static KafkaCluster cluster(
      String servers, Map<String, String> properties, Duration interval) {
    return new KafkaCluster(
        "main",
        servers,
        Pattern.compile(".*"),
        properties,
        interval,
        IsolationLevel.READ_UNCOMMITTED);
  }
}
