package io.lagwatch.demo.alerting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lagwatch.demo.stage.Prometheus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Alerts as the person on call gets them, from a real Spark query over a real Kafka, Prometheus and
 * Alertmanager; skipped where the last two are not installed.
 */
class AlertsIT {
  private static final String GROWING = "SparkStreamingLagGrowing";
  private static final String NEAR_TRIGGER = "SparkStreamingBatchNearTrigger";
  private static final String NO_INPUT = "SparkStreamingNoInput";
  private static final String FAILED = "SparkStreamingQueryFailed";
  private static final String FAST = "take 50";
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path work;

  @Test
  void reachTheWebhookWhenTheQueryIsSlowIdleOrBrokenAndAreTakenBackWhenItIsWellAgain()
      throws Exception {
    assumeTrue(Prometheus.binary().isPresent(), "prometheus is not on the PATH");
    assumeTrue(installed(Alertmanager.BINARY), Alertmanager.BINARY + " is not on the PATH");
    try (AlertingStage stage = new AlertingStage(work)) {
      stage.order(FAST);
      stage.arrive(5);
      stage.startDriver();
      stage.eventually(() -> stage.metric("batches_total") > 2);
      stage.arrive(100);
      stage.eventually(() -> stage.metric("batches_total") > 5);
      assertThat(stage.webhook().messages()).isEmpty();

      stage.order("take 6000");
      fires(stage, GROWING);
      stage.order(FAST);
      resolves(stage, GROWING);

      stage.arrive(0);
      fires(stage, NO_INPUT);
      stage.arrive(100);
      resolves(stage, NO_INPUT);

      // Only now is the run old enough for the durations of its batches to count.
      stage.order("take 1600");
      fires(stage, NEAR_TRIGGER);
      stage.order(FAST);
      resolves(stage, NEAR_TRIGGER);

      stage.order("fail the sink is full");
      fires(stage, FAILED);
      assertThat(stage.webhook().last(FAILED).orElseThrow().annotation("description"))
          .contains("the sink is full");
      stage.order(FAST);
      stage.startDriver();
      resolves(stage, FAILED);
    }
  }

  private static void fires(AlertingStage stage, String alert) {
    becomes(stage, alert, "firing");
    Webhook.Message message = stage.webhook().last(alert).orElseThrow();
    assertThat(message.labels().path("app").asText()).isEqualTo("steered-app");
    assertThat(message.labels().path("query").asText()).isEqualTo("steered");
    assertThat(message.labels().path("severity").asText()).isIn("critical", "warning");
    assertThat(message.annotation("summary")).isNotBlank();
    assertThat(message.annotation("description")).contains("steered").doesNotContain("{{", "NaN");
    assertThat(message.annotation("runbook_url"))
        .endsWith("#" + alert.toLowerCase(java.util.Locale.ROOT));
  }

  private static void resolves(AlertingStage stage, String alert) {
    becomes(stage, alert, "resolved");
  }

  private static void becomes(AlertingStage stage, String alert, String status) {
    await(alert + " " + status)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(250))
        .untilAsserted(
            () ->
                assertThat(stage.webhook().last(alert))
                    .as("messages so far: %s, and %s", stage.webhook().messages(), stage.query())
                    .hasValueSatisfying(message -> assertThat(message.status()).isEqualTo(status)));
  }

  private static boolean installed(String program) throws IOException {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
