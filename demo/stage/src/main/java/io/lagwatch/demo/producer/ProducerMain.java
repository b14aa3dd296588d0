package io.lagwatch.demo.producer;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The producer's process: creates the topics, opens its {@link ControlPort} and sends records at
 * the requested rates until it ends.
 */
public final class ProducerMain {
  private static final Duration EVENTS_BEGIN_BEFORE = Duration.ofDays(30);
  private static final int EVENT_CLOCK_SPEED = 60;
  private static final long STEP_MILLIS = 50;

  private ProducerMain() {}

  /**
   * Runs until the process ends.
   *
   * @param args the brokers, {@code host:port,…}, and the port to listen on
   */
  public static void main(String[] args)
      throws IOException, ExecutionException, InterruptedException {
    createTopics(args[0]);
    EventClock clock = new EventClock(Instant.now().minus(EVENTS_BEGIN_BEFORE), EVENT_CLOCK_SPEED);
    try (var producer =
        new KafkaProducer<>(settings(args[0]), new StringSerializer(), new StringSerializer())) {
      Traffic traffic = new Traffic(producer, clock, System::nanoTime);
      ControlPort.open(Integer.parseInt(args[1]), traffic);
      while (true) {
        traffic.step();
        TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
      }
    }
  }

  private static void createTopics(String bootstrap)
      throws ExecutionException, InterruptedException {
    try (Admin admin =
        Admin.create(
            Map.<String, Object>of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap))) {
      admin
          .createTopics(
              Arrays.stream(Feed.values())
                  .map(feed -> new NewTopic(feed.topic(), feed.partitions(), (short) 1))
                  .toList())
          .all()
          .get();
    }
  }

  private static Map<String, Object> settings(String bootstrap) {
    return Map.of(
        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
        bootstrap,
        ProducerConfig.ACKS_CONFIG,
        "all",
        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
        true,
        ProducerConfig.LINGER_MS_CONFIG,
        20);
  }
}
