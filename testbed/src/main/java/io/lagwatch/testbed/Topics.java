package io.lagwatch.testbed;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Creates topics and writes records, and waits until the broker has done so. Values are UTF-8 text,
 * keys are null. Every failure is an {@link IllegalStateException} with the cause. Not thread-safe.
 */
public final class Topics implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Map<String, Object> client;
  private final Admin admin;
  private @Nullable Producer<byte[], byte[]> producer;

  /** Connects to the broker at {@code host:port}. */
  public Topics(String bootstrapServers) {
    this(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
  }

  /** Connects with these client properties. */
  public Topics(Map<String, Object> client) {
    this.client = Map.copyOf(client);
    this.admin = Admin.create(this.client);
  }

  /** Creates a topic with one replica. */
  public void create(String topic, int partitions) {
    create(topic, partitions, Map.of());
  }

  /** Creates a topic with one replica and its own settings; returns when it can be written to. */
  public void create(String topic, int partitions, Map<String, String> configs) {
    NewTopic request = new NewTopic(topic, partitions, (short) 1).configs(configs);
    await("create " + topic, admin.createTopics(List.of(request)).all());
    awaitPartitions(topic, partitions);
  }

  /** Deletes a topic; returns when the broker has removed it. */
  public void delete(String topic) {
    await("delete " + topic, admin.deleteTopics(List.of(topic)).all());
    long deadline = deadline();
    while (partitions(topic) != 0) {
      checkTime(deadline, topic + " is still there");
    }
  }

  /** Raises the number of partitions to {@code total}. */
  public void grow(String topic, int total) {
    Map<String, NewPartitions> request = Map.of(topic, NewPartitions.increaseTo(total));
    await("grow " + topic, admin.createPartitions(request).all());
    awaitPartitions(topic, total);
  }

  /**
   * Deletes the records below {@code offset}, like retention. {@code offset} becomes the earliest
   * offset.
   */
  public void deleteBefore(String topic, int partition, long offset) {
    Map<TopicPartition, RecordsToDelete> request =
        Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(offset));
    await("delete records of " + topic, admin.deleteRecords(request).all());
  }

  /** Writes {@code count} short records to one partition; returns when all are acknowledged. */
  public void produce(String topic, int partition, int count) {
    List<String> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add("record " + i);
    }
    produce(topic, partition, values);
  }

  /** Writes records to one partition; returns when all are acknowledged. */
  public void produce(String topic, int partition, List<String> values) {
    if (producer == null) {
      producer = newProducer(Map.of(ProducerConfig.LINGER_MS_CONFIG, "5"));
    }
    send(producer, topic, partition, values);
  }

  /**
   * Returns an initialised producer with transactions; the caller begins and ends transactions and
   * closes it. Records of an open transaction are beyond the last stable offset.
   */
  public Producer<byte[], byte[]> transactional(String transactionalId) {
    Producer<byte[], byte[]> transactional =
        newProducer(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId));
    transactional.initTransactions();
    return transactional;
  }

  /** Writes records with a producer of the caller; returns when all are acknowledged. */
  public static void send(
      Producer<byte[], byte[]> producer, String topic, int partition, List<String> values) {
    List<Future<?>> sent = new ArrayList<>(values.size());
    for (String value : values) {
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      sent.add(producer.send(new ProducerRecord<>(topic, partition, null, bytes)));
    }
    producer.flush();
    sent.forEach(future -> await("write to " + topic + "-" + partition, future));
  }

  /** Returns the admin client, for other operations. */
  public Admin admin() {
    return admin;
  }

  /** Waits at most 2 s, because a broker that is down must not delay the end of a test. */
  @Override
  public void close() {
    if (producer != null) {
      producer.close(Duration.ofSeconds(2));
    }
    admin.close(Duration.ofSeconds(2));
  }

  private Producer<byte[], byte[]> newProducer(Map<String, Object> more) {
    Map<String, Object> properties = new HashMap<>(client);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.putAll(more);
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void awaitPartitions(String topic, int wanted) {
    long deadline = deadline();
    while (partitions(topic) < wanted) {
      checkTime(deadline, topic + " has no " + wanted + " partitions");
    }
  }

  /** Returns the number of partitions with a leader; 0 if the topic does not exist. */
  private int partitions(String topic) {
    try {
      return (int)
          admin
              .describeTopics(List.of(topic))
              .topicNameValues()
              .get(topic)
              .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
              .partitions()
              .stream()
              .filter(partition -> partition.leader() != null)
              .count();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return 0;
      }
      throw new IllegalStateException("describe " + topic, e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException("describe " + topic, e);
    }
  }

  private static void await(String what, Future<?> future) {
    try {
      future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(what, e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException(what, e);
    }
  }

  private static long deadline() {
    return System.nanoTime() + PATIENCE.toNanos();
  }

  private static void checkTime(long deadline, String problem) {
    if (System.nanoTime() > deadline) {
      throw new IllegalStateException(problem + " after " + PATIENCE);
    }
    LockSupport.parkNanos(PAUSE.toNanos());
  }
}
