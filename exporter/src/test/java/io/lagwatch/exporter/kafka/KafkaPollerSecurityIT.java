package io.lagwatch.exporter.kafka;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.testbed.BrokerSettings;
import io.lagwatch.testbed.KafkaBroker;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Polls a broker with SASL/PLAIN and ACLs: the user {@code watcher} may describe only one topic.
 */
class KafkaPollerSecurityIT {
  private static final String MODULE =
      "org.apache.kafka.common.security.plain.PlainLoginModule required ";

  private static KafkaBroker broker;

  private final RecordedPolls recorded = new RecordedPolls();

  @BeforeAll
  static void startBroker() throws Exception {
    broker =
        KafkaBroker.started(
            BrokerSettings.usual()
                .with(
                    "listener.security.protocol.map",
                    "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT")
                .with("sasl.enabled.mechanisms", "PLAIN")
                .with("sasl.mechanism.inter.broker.protocol", "PLAIN")
                .with("inter.broker.listener.name", "PLAINTEXT")
                .with(
                    "listener.name.plaintext.plain.sasl.jaas.config",
                    MODULE
                        + "username=\"admin\" password=\"admin-pw\" user_admin=\"admin-pw\""
                        + " user_watcher=\"watcher-pw\";")
                .with(
                    "authorizer.class.name",
                    "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                .with("super.users", "User:admin;User:ANONYMOUS")
                .withClient("security.protocol", "SASL_PLAINTEXT")
                .withClient("sasl.mechanism", "PLAIN")
                .withClient("sasl.jaas.config", jaas("admin", "admin-pw")));
    broker.topics().create("open", 1);
    broker.topics().create("closed", 1);
    broker.topics().produce("open", 0, 3);
    AclBinding mayDescribe =
        new AclBinding(
            new ResourcePattern(ResourceType.TOPIC, "open", PatternType.LITERAL),
            new AccessControlEntry(
                "User:watcher", "*", AclOperation.DESCRIBE, AclPermissionType.ALLOW));
    broker.topics().admin().createAcls(List.of(mayDescribe)).all().get(30, SECONDS);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void pollsAuthorizedTopicsAndReportsTheOthers() {
    recorded.watch("open", "closed", "never-made");
    try (KafkaPoller poller = poller("watcher-pw")) {
      poller.start();
      await()
          .atMost(30, SECONDS)
          .until(
              () -> {
                RecordedPolls.Poll last = recorded.last();
                return last != null && last.poll() != null && !last.poll().offsets().isEmpty();
              });
    }
    ClusterPoll poll = recorded.last().poll();
    assertThat(poll.offsets())
        .containsOnlyKeys(new TopicPartition("open", 0))
        .allSatisfy((p, offsets) -> assertThat(offsets.end()).isEqualTo(3));
    // Without the DESCRIBE permission, Kafka does not reveal whether a topic exists.
    assertThat(poll.failedTopics())
        .isEqualTo(Map.of("closed", "authorization", "never-made", "authorization"));
    assertThat(poll.goneTopics()).isEmpty();
  }

  @Test
  void reportsAuthenticationFailureWithoutThePassword() {
    recorded.watch("open");
    try (KafkaPoller poller = poller("mistyped-pw")) {
      poller.start();
      await().atMost(30, SECONDS).until(() -> recorded.polls.size() >= 2);
    }
    assertThat(recorded.polls).allMatch(poll -> "authentication".equals(poll.kind()));
    assertThat(recorded.last().message()).isNotBlank().doesNotContain("mistyped-pw");
  }

  private KafkaPoller poller(String password) {
    KafkaCluster cluster =
        new KafkaCluster(
            "secured",
            broker.bootstrapServers(),
            Pattern.compile(".*"),
            Map.of(
                "security.protocol", "SASL_PLAINTEXT",
                "sasl.mechanism", "PLAIN",
                "sasl.jaas.config", jaas("watcher", password)),
            Duration.ofSeconds(1),
            IsolationLevel.READ_UNCOMMITTED);
    return new KafkaPoller(cluster, recorded, Clock.systemUTC());
  }

  private static String jaas(String user, String password) {
    return MODULE + "username=\"" + user + "\" password=\"" + password + "\";";
  }
}
