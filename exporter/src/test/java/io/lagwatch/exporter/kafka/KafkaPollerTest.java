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
  private final RecordedPolls watch = new RecordedPolls();
  private final FakeAdmin brokers = new FakeAdmin();

  @Test
  void keepsTryingWhenThereIsNoKafkaAtAll() {
    String nowhere = Loopback.HOST + ":" + Loopback.freePort();
    KafkaCluster cluster = cluster(nowhere, Map.of(), Duration.ofSeconds(1));
    try (KafkaPoller poller =
        new KafkaPoller(cluster, routing(cluster), watch, Clock.systemUTC())) {
      poller.start();
      await().atMost(30, SECONDS).until(() -> watch.polls.size() >= 2);
    }
    assertThat(watch.polls).extracting(RecordedPolls.Poll::kind).containsOnly("connection");
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
  void takesMistakesInThePropertiesForWhatTheyAreAndTellsNoSecret(Map<String, String> properties) {
    KafkaCluster cluster = cluster("127.0.0.1:1", properties, Duration.ofSeconds(1));
    try (KafkaPoller poller =
        new KafkaPoller(cluster, routing(cluster), watch, Clock.systemUTC())) {
      poller.start();
      await().until(() -> watch.last() != null);
    }
    assertThat(watch.last().kind()).isEqualTo("configuration");
    assertThat(watch.last().message()).isNotBlank().doesNotContain("hunter2");
  }

  @Test
  void pollsAsSoonAsAClientCanBeMade() {
    brokers.log("t", 0, FakeAdmin.Log.of(0, 7));
    watch.wants("t");
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
      await().until(() -> watch.last() != null && watch.last().poll() != null);
    }
    assertThat(watch.polls.get(0).message())
        .isEqualTo("IllegalStateException: the truststore is not there yet");
    assertThat(watch.last().poll().offsets()).hasSize(1);
  }

  @Test
  void pollsOnWhenTheWatchThrows() {
    brokers.log("t", 0, FakeAdmin.Log.of(0, 7));
    watch.wants("t");
    watch.broken = true;
    try (KafkaPoller poller = poller(Duration.ofSeconds(1), settings -> brokers.admin())) {
      poller.start();
      await().until(() -> watch.polls.size() >= 3);
    }
  }

  @Test
  void asksOnlyAboutTopicsThatAreRoutedToItsCluster() {
    KafkaCluster first = cluster("127.0.0.1:1", Map.of(), Duration.ofSeconds(1));
    KafkaCluster orders =
        new KafkaCluster(
            "orders",
            "127.0.0.1:1",
            Pattern.compile("orders.*"),
            Map.of(),
            Duration.ofSeconds(1),
            IsolationLevel.READ_UNCOMMITTED);
    watch.wants("orders", "views");
    try (KafkaPoller poller =
        new KafkaPoller(
            first,
            new TopicRouting(List.of(orders, first)),
            watch,
            Clock.systemUTC(),
            settings -> brokers.admin())) {
      poller.start();
      await().until(() -> watch.last() != null);
    }
    assertThat(watch.last().poll().goneTopics()).containsExactly("views");
  }

  @Test
  void pollsBeforeItsTimeWhenAskedTo() {
    watch.wants("t");
    Duration interval = Duration.ofSeconds(20);
    try (KafkaPoller poller = poller(interval, settings -> brokers.admin())) {
      poller.start();
      await().until(() -> watch.polls.size() == 1);
      poller.pollSoon();
      // A quarter of the interval after the first poll; PollScheduleTest has the exact times.
      await().atMost(interval.minusSeconds(1)).until(() -> watch.polls.size() == 2);
    }
  }

  @Test
  void countsThePollsThatASlowOneLeavesNoTimeFor() {
    watch.wants("t");
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
  void breaksOffAPollThatHangsWhenItIsClosed() {
    brokers.silent = true;
    watch.wants("t");
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
    assertThat(watch.polls).isEmpty();
  }

  private static List<Thread> pollThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("kafka-main"))
        .toList();
  }

  private KafkaPoller poller(Duration interval, Function<ClientSettings, Admin> clients) {
    KafkaCluster cluster = cluster("127.0.0.1:1", Map.of(), interval);
    return new KafkaPoller(cluster, routing(cluster), watch, Clock.systemUTC(), clients);
  }

  private static TopicRouting routing(KafkaCluster cluster) {
    return new TopicRouting(List.of(cluster));
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
