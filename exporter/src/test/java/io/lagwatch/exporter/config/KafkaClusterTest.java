package io.lagwatch.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Test;

class KafkaClusterTest {
  @Test
  void neverPrintsTheValuesOfProperties() {
    assertThat(cluster("eu", ".*").toString())
        .contains("sasl.jaas.config")
        .doesNotContain("s3cret");
  }

  @Test
  void rejectsAPollIntervalBelowOneSecond() {
    assertThatThrownBy(
            () ->
                new KafkaCluster(
                    "eu",
                    "broker:9092",
                    Pattern.compile(".*"),
                    Map.of(),
                    Duration.ofMillis(999),
                    IsolationLevel.READ_UNCOMMITTED))
        .hasMessage("pollInterval: expected PT1S or more, found PT0.999S");
  }

  private static KafkaCluster cluster(String name, String topics) {
    return new KafkaCluster(
        name,
        "broker:9092",
        Pattern.compile(topics),
        Map.of("sasl.jaas.config", "user s3cret"),
        Duration.ofSeconds(15),
        IsolationLevel.READ_UNCOMMITTED);
  }
}
