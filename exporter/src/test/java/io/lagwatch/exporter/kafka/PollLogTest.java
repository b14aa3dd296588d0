package io.lagwatch.exporter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicPartition;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.helpers.MessageFormatter;

class PollLogTest {
  private static final ClusterPoll WITHOUT_ERRORS =
      new ClusterPoll("main", Map.of(), Map.of(), Map.of(), Set.of());

  private final List<String> lines = new ArrayList<>();
  private final PollLog log = new PollLog(logger(), cluster(Map.of("sasl.mechanism", "WHISPER")));

  private static KafkaCluster cluster(Map<String, String> properties) {
    return new KafkaCluster(
        "main",
        "broker:9092",
        Pattern.compile(".*"),
        properties,
        Duration.ofSeconds(15),
        IsolationLevel.READ_UNCOMMITTED);
  }

  @Test
  void warnsOncePerKindAndLogsRecovery() {
    log.failed(ErrorKind.CONNECTION, "refused");
    log.failed(ErrorKind.CONNECTION, "refused");
    log.failed(ErrorKind.TIMEOUT, "slow");
    log.failed(ErrorKind.CONNECTION, "refused");
    log.answered(WITHOUT_ERRORS);
    log.answered(WITHOUT_ERRORS);
    log.failed(ErrorKind.CONNECTION, "refused");

    assertThat(lines.stream().map(line -> line.replaceAll(" .*", "")))
        .containsExactly("warn", "debug", "warn", "debug", "info", "warn");
  }

  @Test
  void logsClusterAdviceAndPropertyNames() {
    log.failed(ErrorKind.AUTHENTICATION, "no such user");

    assertThat(lines)
        .containsExactly(
            "warn Kafka cluster main (broker:9092) cannot be polled (authentication): no such user;"
                + " check security.protocol, sasl.mechanism, the credentials and the truststore"
                + "; Kafka properties set for this cluster: sasl.mechanism");
  }

  @Test
  void saysThatNoPropertiesAreSet() {
    new PollLog(logger(), cluster(Map.of())).failed(ErrorKind.CONNECTION, "refused");

    assertThat(lines.get(0)).endsWith("; no Kafka properties are set for this cluster");
  }

  @Test
  void warnsOnceAboutUnansweredPartitionsWithOneExample() {
    ClusterPoll partly =
        new ClusterPoll(
            "main",
            Map.of(),
            Map.of(
                new TopicPartition("t", 3), "leader_unavailable",
                new TopicPartition("t", 1), "leader_unavailable"),
            Map.of("secret", "authorization"),
            Set.of());
    log.answered(partly);
    log.answered(partly);

    assertThat(lines)
        .containsExactly(
            "warn Kafka cluster main: no offsets for 1 topics and 0 partitions (authorization), for"
                + " example secret",
            "warn Kafka cluster main: no offsets for 0 topics and 2 partitions"
                + " (leader_unavailable), for example t-1");
    log.answered(WITHOUT_ERRORS);
    log.answered(partly);
    assertThat(lines).hasSize(4);
  }

  private Logger logger() {
    return (Logger)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Logger.class},
            (proxy, method, arguments) -> {
              Object[] values = new Object[arguments.length - 1];
              System.arraycopy(arguments, 1, values, 0, values.length);
              boolean packed = values.length == 1 && values[0] instanceof Object[];
              Object[] flat = packed ? (Object[]) values[0] : values;
              String text = MessageFormatter.arrayFormat((String) arguments[0], flat).getMessage();
              lines.add(method.getName() + " " + text);
              return null;
            });
  }
}
