package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryLogTest {
  private static final String CONSEQUENCE =
      "; queries are not affected, counts are kept, the next attempt is within 15s";

  private final LogLines lines = new LogLines();
  private final DeliveryLog log = new DeliveryLog("http://host:9877", "15s");

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void logsTheFirstDeliveryOnly() {
    log.log(HttpResult.DELIVERED, 0);
    log.log(HttpResult.DELIVERED, 15_000);
    assertThat(lines.messages).containsExactly("INFO Lagwatch: reports arrive at http://host:9877");
  }

  @Test
  void warnsOncePerFailureAndLogsTheRecoveryOnce() {
    log.log(HttpResult.failed("ConnectException: Connection refused"), 0);
    log.log(HttpResult.failed("ConnectException: Connection refused"), 15_000);
    log.log(HttpResult.DELIVERED, 30_000);
    log.log(HttpResult.DELIVERED, 45_000);
    assertThat(lines.messages)
        .containsExactly(
            "WARN Lagwatch: cannot send reports to http://host:9877: ConnectException: Connection"
                + " refused"
                + CONSEQUENCE,
            "INFO Lagwatch: reconnected to http://host:9877; no counts were lost");
  }

  @Test
  void warnsSeparatelyOfARejectionAfterAFailure() {
    log.log(HttpResult.failed("timed out"), 0);
    log.log(HttpResult.rejected("401 no"), 1);
    assertThat(lines.messages)
        .last()
        .isEqualTo("WARN Lagwatch: http://host:9877 rejected a report: 401 no" + CONSEQUENCE);
  }

  @Test
  void warnsOfAFlappingExporterOncePerHour() {
    for (int i = 0; i < 100; i++) {
      log.log(HttpResult.failed("timed out"), i);
      log.log(HttpResult.DELIVERED, i);
    }
    assertThat(lines.messages).hasSize(2);
    log.log(HttpResult.failed("timed out"), DeliveryLog.WARN_AGAIN_MILLIS - 1);
    assertThat(lines.messages).hasSize(2);
    log.log(HttpResult.failed("timed out"), DeliveryLog.WARN_AGAIN_MILLIS);
    assertThat(lines.messages).hasSize(3);
  }
}
