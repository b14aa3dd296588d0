package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenerSettingsTest {
  private static final String HOST = "http://exporter:9877";

  @Test
  void hasDefaultsForAllSettingsExceptTheEndpoint() {
    ListenerSettings settings =
        ListenerSettings.of(Map.of("spark.lagwatch.endpoint", HOST, "spark.app.id", "x"));
    assertThat(settings.problems).isEmpty();
    assertThat(settings.isEnabled).isTrue();
    assertThat(settings.endpoints).hasToString("[http://exporter:9877/api/v1/reports]");
    assertThat(settings.token).isNull();
    assertThat(settings.heartbeat).isEqualTo(Duration.ofSeconds(15));
    assertThat(settings.timeout).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.trigger).isNull();
  }

  @Test
  void readsEverySetting() {
    ListenerSettings settings =
        ListenerSettings.of(
            Map.of(
                "spark.lagwatch.endpoint", "http://a:1/, https://b.example/prefix/",
                "spark.lagwatch.token", "s3cret",
                "spark.lagwatch.enabled", "TRUE",
                "spark.lagwatch.heartbeat", "1 minute",
                "spark.lagwatch.timeout", "250ms",
                "spark.lagwatch.trigger", "30 seconds"));
    assertThat(settings.problems).isEmpty();
    assertThat(settings.endpoints)
        .hasToString("[http://a:1/api/v1/reports, https://b.example/prefix/api/v1/reports]");
    assertThat(settings.token).isEqualTo("s3cret");
    assertThat(settings.heartbeat).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.timeout).isEqualTo(Duration.ofMillis(250));
    assertThat(settings.trigger).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void reportsNoProblemsWhenDisabled() {
    ListenerSettings settings =
        ListenerSettings.of(
            Map.of("spark.lagwatch.enabled", "false", "spark.lagwatch.endpont", "x"));
    assertThat(settings.problems).isEmpty();
    assertThat(settings.endpoints).isEmpty();
  }

  @Test
  void listsUnknownKeysInOneLineWithTheValidKeys() {
    ListenerSettings settings =
        ListenerSettings.of(
            Map.of(
                "spark.lagwatch.endpoint", HOST,
                "spark.lagwatch.tokn", "s3cret",
                "spark.lagwatch.Heartbeat", "1s"));
    assertThat(settings.problems)
        .containsExactly(
            "unknown setting spark.lagwatch.Heartbeat, spark.lagwatch.tokn; the settings are"
                + " spark.lagwatch.enabled, spark.lagwatch.endpoint, spark.lagwatch.heartbeat,"
                + " spark.lagwatch.timeout, spark.lagwatch.token, spark.lagwatch.trigger");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exporter:9877",
        "ftp://exporter:9877",
        "http://",
        "http:///path",
        "http://exporter:0",
        "http://exporter:99999",
        "http://ex porter",
        "http://host_?:1",
        "http://exporter:9877?x=1",
        "::",
      })
  void rejectsAnInvalidAddress(String endpoint) {
    ListenerSettings settings = ListenerSettings.of(Map.of("spark.lagwatch.endpoint", endpoint));
    assertThat(settings.endpoints).isEmpty();
    assertThat(settings.problems)
        .singleElement()
        .asString()
        .startsWith("spark.lagwatch.endpoint: expected ")
        .contains("found ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void reportsAMissingAddress(String endpoint) {
    ListenerSettings settings = ListenerSettings.of(Map.of("spark.lagwatch.endpoint", endpoint));
    assertThat(settings.endpoints).isEmpty();
    assertThat(settings.problems)
        .containsExactly(
            "spark.lagwatch.endpoint is not set: expected the exporter's address such as"
                + " http://host:9877; no reports are sent");
    assertThat(ListenerSettings.of(Map.of()).problems).isEqualTo(settings.problems);
  }

  @Test
  void usesTheValidAddressesOfAMixedList() {
    ListenerSettings settings =
        ListenerSettings.of(Map.of("spark.lagwatch.endpoint", "nonsense," + HOST));
    assertThat(settings.endpoints).hasSize(1);
    assertThat(settings.problems)
        .containsExactly(
            "spark.lagwatch.endpoint: expected addresses such as http://host:9877, separated"
                + " by commas, found 'nonsense'; no reports are sent there");
  }

  @Test
  void usesTheFirstOfTooManyAddresses() {
    ListenerSettings settings =
        ListenerSettings.of(
            Map.of("spark.lagwatch.endpoint", "http://a:1" + ",http://b:2".repeat(8)));
    assertThat(settings.endpoints).hasSize(8);
    assertThat(settings.problems)
        .containsExactly(
            "spark.lagwatch.endpoint: expected at most 8 addresses, found 9; the first 8 are used");
  }

  @Test
  void masksSecretsInProblems() {
    ListenerSettings settings =
        ListenerSettings.of(
            Map.of(
                "spark.lagwatch.endpoint", "http://me:s3cret@exporter:9877?key=s3cret",
                "spark.lagwatch.token", "s3 cret"));
    assertThat(settings.endpoints).isEmpty();
    assertThat(settings.token).isNull();
    assertThat(settings.problems).hasSize(2);
    assertThat(settings.problems.toString()).contains("exporter:9877").doesNotContain("cret");
  }

  @ParameterizedTest
  @CsvSource({
    "spark.lagwatch.heartbeat, soon, 'spark.lagwatch.heartbeat: expected a duration from 1000ms"
        + " to 3600s such as 10s, found ''soon''; 15s is used'",
    "spark.lagwatch.heartbeat, 1ms, 'spark.lagwatch.heartbeat: expected a duration from 1000ms"
        + " to 3600s such as 10s, found ''1ms''; 15s is used'",
    "spark.lagwatch.timeout, -1s, 'spark.lagwatch.timeout: expected a duration from 100ms to"
        + " 60s such as 10s, found ''-1s''; 5s is used'",
    "spark.lagwatch.trigger, 30, 'spark.lagwatch.trigger: expected a duration from 0ms to"
        + " 86400s such as 10s, found ''30''; the setting is ignored'",
    "spark.lagwatch.enabled, yes, 'spark.lagwatch.enabled: expected true or false, found ''yes'';"
        + " true is used'",
  })
  void reportsAnInvalidValueAndUsesTheDefault(String key, String value, String problem) {
    ListenerSettings settings =
        ListenerSettings.of(Map.of("spark.lagwatch.endpoint", HOST, key, value));
    assertThat(settings.problems).containsExactly(problem);
    assertThat(settings.endpoints).hasSize(1);
    assertThat(settings.heartbeat).isEqualTo(Duration.ofSeconds(15));
    assertThat(settings.timeout).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.trigger).isNull();
  }
}
