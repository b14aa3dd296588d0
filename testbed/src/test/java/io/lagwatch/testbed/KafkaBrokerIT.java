package io.lagwatch.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaBrokerIT {
  @Test
  void keepsPortAndRecordsAcrossAKill() throws Exception {
    Path log;
    try (KafkaBroker broker = KafkaBroker.started()) {
      log = broker.log();
      String servers = broker.bootstrapServers();
      broker.topics().create("events", 2);
      broker.topics().produce("events", 1, 7);
      assertThat(end(broker, "events", 1)).isEqualTo(7);

      long pid = broker.pid();
      broker.kill();
      assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
      broker.start();

      assertThat(broker.bootstrapServers()).isEqualTo(servers);
      assertThat(end(broker, "events", 1)).isEqualTo(7);
      broker.topics().produce("events", 1, 3);
      broker.topics().grow("events", 3);
      broker.topics().deleteBefore("events", 1, 4);
      assertThat(end(broker, "events", 1)).isEqualTo(10);
      assertThat(end(broker, "events", 2)).isZero();

      broker.stop();
      broker.start();
      assertThat(end(broker, "events", 1)).isEqualTo(10);
    }
    assertThat(log).as("the temporary directory is deleted").doesNotExist();
  }

  @Test
  void keepsAConfiguredDirectory(@TempDir Path folder) {
    BrokerSettings settings = BrokerSettings.usual().withData(folder);
    try (KafkaBroker broker = KafkaBroker.started(settings)) {
      broker.topics().create("kept", 1);
    }
    assertThat(folder.resolve("data").resolve("kept-0")).isDirectory();
  }

  @Test
  void logCanStartAtAVeryHighOffset() throws Exception {
    long start = (1L << 53) + 1;
    try (KafkaBroker broker = KafkaBroker.started()) {
      broker.topics().create("old", 2);
      broker.stop();
      broker.restartLogAt("old", 1, start);
      broker.start();

      broker.topics().produce("old", 1, 4);
      assertThat(end(broker, "old", 1)).isEqualTo(start + 4);
      assertThat(end(broker, "old", 0)).isZero();
    }
  }

  @Test
  void countsRequests() throws Exception {
    try (KafkaBroker broker = KafkaBroker.started();
        BrokerRequests requests = BrokerRequests.of(broker)) {
      broker.topics().create("asked", 1);
      long before = requests.counts().getOrDefault("ListOffsets", 0L);
      end(broker, "asked", 0);
      end(broker, "asked", 0);
      assertThat(requests.counts()).containsEntry("ListOffsets", before + 2);
    }
  }

  @Test
  void failedStartQuotesTheLog(@TempDir Path folder) {
    BrokerSettings settings =
        BrokerSettings.usual().withData(folder).with("log.retention.check.interval.ms", "soon");

    assertThatThrownBy(() -> KafkaBroker.started(settings))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Invalid value soon for configuration log.retention.check.interval");
    assertThat(Files.exists(folder.resolve("broker.log"))).isTrue();
  }

  private static long end(KafkaBroker broker, String topic, int partition) throws Exception {
    TopicPartition asked = new TopicPartition(topic, partition);
    return broker
        .topics()
        .admin()
        .listOffsets(Map.of(asked, OffsetSpec.latest()))
        .partitionResult(asked)
        .get()
        .offset();
  }
}
