package io.lagwatch.exporter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.KafkaCluster;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Test;

class ClientSettingsTest {
  @Test
  void limitsAPollToItsInterval() {
    assertThat(settings(15, Map.of()).budget()).isEqualTo(Duration.ofSeconds(15));
    assertThat(settings(1, Map.of()).budget()).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings(600, Map.of()).budget()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void userPropertiesOverrideDefaults() {
    ClientSettings settings =
        settings(15, Map.of("default.api.timeout.ms", "4000", "client.id", "ours"));

    assertThat(settings.budget()).isEqualTo(Duration.ofSeconds(4));
    assertThat(settings.properties())
        .containsEntry("client.id", "ours")
        .containsEntry("request.timeout.ms", 2000)
        .containsEntry("bootstrap.servers", "127.0.0.1:1");
  }

  @Test
  void createsAClientWithAnyConfiguredTimeout() {
    for (String key : new String[] {"default.api.timeout.ms", "request.timeout.ms"}) {
      for (String millis : new String[] {"500", "15000", "60000"}) {
        Admin.create(settings(15, Map.of(key, millis)).properties()).close(Duration.ZERO);
      }
    }
  }

  @Test
  void passesInvalidNumbersToTheClient() {
    ClientSettings settings = settings(15, Map.of("default.api.timeout.ms", "soon"));

    assertThat(settings.budget()).isEqualTo(Duration.ofSeconds(15));
    assertThat(settings.properties()).containsEntry("default.api.timeout.ms", "soon");
  }

  @Test
  void neverPrintsValues() {
    assertThat(settings(15, Map.of("ssl.key.password", "s3cret")).toString())
        .contains("ssl.key.password")
        .doesNotContain("s3cret");
  }

  private static ClientSettings settings(int seconds, Map<String, String> properties) {
    return ClientSettings.of(
        new KafkaCluster(
            "main",
            "127.0.0.1:1",
            Pattern.compile(".*"),
            properties,
            Duration.ofSeconds(seconds),
            IsolationLevel.READ_UNCOMMITTED));
  }
}
