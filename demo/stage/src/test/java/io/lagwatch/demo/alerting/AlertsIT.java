package io.lagwatch.demo.alerting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lagwatch.demo.environment.Prometheus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Alerts from a real Spark query through Kafka, the exporter, Prometheus and Alertmanager to a
 * webhook. Skipped if Prometheus or Alertmanager is not installed.
 */
class AlertsIT {
  private static final String GROWING = "SparkStreamingLagGrowing";
  private static final String NEAR_TRIGGER = "SparkStreamingBatchNearTrigger";
  private static final String NO_INPUT = "SparkStreamingNoInput";
  private static final String FAILED = "SparkStreamingQueryFailed";
  private static final String FAST = "take 50";
  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  @TempDir Path work;

  @Test
  void alertsReachTheWebhookAndResolveWhenTheQueryRecovers() throws Exception {
    assumeTrue(Prometheus.binary().isPresent(), "prometheus is not on the PATH");
    assumeTrue(installed(Alertmanager.BINARY), Alertmanager.BINARY + " is not on the PATH");
    try (AlertingEnvironment environment = new AlertingEnvironment(work)) {
      environment.instruct(FAST);
      environment.sendRecords(5);
      environment.startDriver();
      environment.eventually(() -> environment.metric("batches_total") > 2);
      environment.sendRecords(100);
      environment.eventually(() -> environment.metric("batches_total") > 5);
      assertThat(environment.webhook().messages()).isEmpty();

      environment.instruct("take 6000");
      fires(environment, GROWING);
      environment.instruct(FAST);
      resolves(environment, GROWING);

      environment.sendRecords(0);
      fires(environment, NO_INPUT);
      environment.sendRecords(100);
      resolves(environment, NO_INPUT);

      // After this time the run is old enough for the durations of its batches to count.
      environment.instruct("take 1600");
      fires(environment, NEAR_TRIGGER);
      environment.instruct(FAST);
      resolves(environment, NEAR_TRIGGER);

      environment.instruct("fail the sink is full");
      fires(environment, FAILED);
      assertThat(environment.webhook().last(FAILED).orElseThrow().annotation("description"))
          .contains("the sink is full");
      environment.instruct(FAST);
      environment.startDriver();
      resolves(environment, FAILED);
    }
  }

  private static void fires(AlertingEnvironment environment, String alert) {
    becomes(environment, alert, "firing");
    Webhook.Message message = environment.webhook().last(alert).orElseThrow();
    assertThat(message.labels().path("app").asText()).isEqualTo("steered-app");
    assertThat(message.labels().path("query").asText()).isEqualTo("steered");
    assertThat(message.labels().path("severity").asText()).isIn("critical", "warning");
    assertThat(message.annotation("summary")).isNotBlank();
    assertThat(message.annotation("description")).contains("steered").doesNotContain("{{", "NaN");
    assertThat(message.annotation("runbook_url"))
        .endsWith("#" + alert.toLowerCase(java.util.Locale.ROOT));
  }

  private static void resolves(AlertingEnvironment environment, String alert) {
    becomes(environment, alert, "resolved");
  }

  private static void becomes(AlertingEnvironment environment, String alert, String status) {
    await(alert + " " + status)
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofMillis(250))
        .untilAsserted(
            () ->
                assertThat(environment.webhook().last(alert))
                    .as(
                        "messages so far: %s, and %s",
                        environment.webhook().messages(), environment.query())
                    .hasValueSatisfying(message -> assertThat(message.status()).isEqualTo(status)));
  }

  private static boolean installed(String program) throws IOException {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
