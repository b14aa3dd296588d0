package io.lagwatch.exporter.kafka;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.testbed.BrokerSettings;
import io.lagwatch.testbed.CertificateAuthority;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Loopback;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker with TLS, mutual TLS and SCRAM over TLS; right, wrong and missing keys. */
class KafkaPollerTlsIT {
  private static final TopicPartition PARTITION = new TopicPartition("events", 0);

  @TempDir private static Path folder;
  private static CertificateAuthority authority;
  private static KafkaBroker broker;
  private static final int TLS = Loopback.freePort();
  private static final int MUTUAL = Loopback.freePort();
  private static final int SCRAM = Loopback.freePort();

  private final RecordedPolls polls = new RecordedPolls();

  @BeforeAll
  static void startBroker() throws Exception {
    authority = CertificateAuthority.create(folder, "company");
    broker =
        KafkaBroker.started(
            BrokerSettings.usual()
                .withListener("TLS", "SSL", TLS)
                .withListener("MUTUAL", "SSL", MUTUAL)
                .withListener("SCRAM", "SASL_SSL", SCRAM)
                .with("listener.name.mutual.ssl.client.auth", "required")
                .with("ssl.keystore.location", authority.issue("broker").toString())
                .with("ssl.keystore.password", CertificateAuthority.PASSWORD)
                .with("ssl.truststore.location", authority.trustStore().toString())
                .with("ssl.truststore.password", CertificateAuthority.PASSWORD)
                .with("sasl.enabled.mechanisms", "SCRAM-SHA-512")
                .with(
                    "listener.name.scram.scram-sha-512.sasl.jaas.config",
                    "org.apache.kafka.common.security.scram.ScramLoginModule required;"));
    broker.topics().create("events", 1);
    broker.topics().produce("events", 0, 3);
    var user =
        new UserScramCredentialUpsertion(
            "watcher", new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), "right-pw");
    broker.topics().admin().alterUserScramCredentials(List.of(user)).all().get(30, SECONDS);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void offsetsAreReadOverTls() {
    awaitOffsets(TLS, trusting(authority));
  }

  @Test
  void aBrokerOfAnUnknownAuthorityIsNotTrusted() {
    Map<String, String> others = trusting(CertificateAuthority.create(folder, "stranger"));
    assertThat(failure(TLS, others).kind()).isEqualTo("authentication");
  }

  @Test
  void offsetsAreReadWithAClientCertificate() {
    awaitOffsets(MUTUAL, withKey(authority.issue("watcher")));
  }

  @Test
  void aMissingClientCertificateIsAnAuthenticationFailure() {
    assertThat(failure(MUTUAL, trusting(authority)).kind()).isEqualTo("authentication");
  }

  @Test
  void anExpiredClientCertificateIsAnAuthenticationFailure() {
    RecordedPolls.Poll failed = failure(MUTUAL, withKey(authority.issueExpired("old-watcher")));
    assertThat(failed.kind()).isEqualTo("authentication");
  }

  @Test
  void offsetsAreReadWithScramOverTls() {
    awaitOffsets(SCRAM, scram("right-pw"));
  }

  @Test
  void aWrongScramPasswordIsAnAuthenticationFailureAndNotShown() {
    RecordedPolls.Poll failed = failure(SCRAM, scram("mistyped-pw"));
    assertThat(failed.kind()).isEqualTo("authentication");
    assertThat(failed.message()).isNotBlank().doesNotContain("mistyped-pw");
  }

  @Test
  void aTlsPortWithoutASecurityProtocolIsNamed() {
    assertThat(failure(TLS, Map.of()).message())
        .endsWith(": not a Kafka listener, or TLS without security.protocol");
  }

  @Test
  void tlsToAPortWithoutTlsIsAFailureOfTheConnection() {
    RecordedPolls.Poll failed = failure(broker.port(), trusting(authority));
    assertThat(failed.kind()).isIn("authentication", "connection");
  }

  private void awaitOffsets(int port, Map<String, String> properties) {
    KafkaPoller poller = started(port, properties);
    try {
      await()
          .atMost(60, SECONDS)
          .until(
              () ->
                  polls.polls.stream()
                      .anyMatch(
                          p -> p.poll() != null && p.poll().offsets().containsKey(PARTITION)));
    } finally {
      poller.close();
    }
    assertThat(polls.last().poll().offsets().get(PARTITION).end()).isEqualTo(3);
  }

  private RecordedPolls.Poll failure(int port, Map<String, String> properties) {
    KafkaPoller poller = started(port, properties);
    try {
      await().atMost(60, SECONDS).until(() -> polls.polls.size() >= 2);
    } finally {
      poller.close();
    }
    assertThat(polls.polls).allMatch(poll -> poll.kind() != null);
    return polls.polls.get(1);
  }

  private KafkaPoller started(int port, Map<String, String> properties) {
    polls.watch("events");
    var cluster =
        new KafkaCluster(
            "secured",
            Loopback.HOST + ":" + port,
            Pattern.compile(".*"),
            properties,
            Duration.ofSeconds(1),
            IsolationLevel.READ_UNCOMMITTED);
    var poller = new KafkaPoller(cluster, polls, Clock.systemUTC());
    poller.start();
    return poller;
  }

  private static Map<String, String> trusting(CertificateAuthority trusted) {
    return Map.of(
        "security.protocol",
        "SSL",
        "ssl.truststore.location",
        trusted.trustStore().toString(),
        "ssl.truststore.password",
        CertificateAuthority.PASSWORD);
  }

  private static Map<String, String> withKey(Path key) {
    Map<String, String> all = new HashMap<>(trusting(authority));
    all.put("ssl.keystore.location", key.toString());
    all.put("ssl.keystore.password", CertificateAuthority.PASSWORD);
    return all;
  }

  private static Map<String, String> scram(String password) {
    Map<String, String> all = new HashMap<>(trusting(authority));
    all.put("security.protocol", "SASL_SSL");
    all.put("sasl.mechanism", "SCRAM-SHA-512");
    all.put(
        "sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"watcher\""
            + " password=\""
            + password
            + "\";");
    return all;
  }
}
