package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RepeatedLogTest {
  private Instant now = Instant.parse("2026-03-02T00:00:00Z");
  private final RepeatedLog log = new RepeatedLog(() -> now);

  @Test
  void onlyTheFirstEventOfAKeyIsFirst() {
    assertThat(log.isFirst("token_wrong")).isTrue();
    assertThat(log.isFirst("token_wrong")).isFalse();
    assertThat(log.isFirst("malformed_json")).isTrue();
  }

  @Test
  void anEventIsFirstAgainAfterTheQuietTime() {
    log.isFirst("token_wrong");
    now = now.plus(RepeatedLog.QUIET_TIME).minusMillis(1);
    assertThat(log.isFirst("token_wrong")).as("within the time").isFalse();
    now = now.plus(RepeatedLog.QUIET_TIME);
    assertThat(log.isFirst("token_wrong")).as("after the time").isTrue();
  }
}
