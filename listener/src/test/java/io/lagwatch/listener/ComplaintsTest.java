package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ComplaintsTest {
  private static final String CALM =
      "; queries are not affected, counts are kept, it is tried again at least every 15s";

  private final LogLines log = new LogLines();
  private final Complaints complaints = new Complaints("http://host:9877", "15s");

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void saysOnceThatReportsArrive() {
    complaints.hear(Answer.DELIVERED, 0);
    complaints.hear(Answer.DELIVERED, 15_000);
    assertThat(log.lines).containsExactly("INFO Lagwatch: reports arrive at http://host:9877");
  }

  @Test
  void warnsOnceOfATroubleAndSaysWhenItIsOver() {
    complaints.hear(Answer.failed("ConnectException: Connection refused"), 0);
    complaints.hear(Answer.failed("ConnectException: Connection refused"), 15_000);
    complaints.hear(Answer.DELIVERED, 30_000);
    complaints.hear(Answer.DELIVERED, 45_000);
    assertThat(log.lines)
        .containsExactly(
            "WARN Lagwatch: no report reaches http://host:9877: ConnectException: Connection"
                + " refused"
                + CALM,
            "INFO Lagwatch: http://host:9877 takes reports again; no count was lost");
  }

  @Test
  void tellsARefusalFromASilence() {
    complaints.hear(Answer.failed("timed out"), 0);
    complaints.hear(Answer.refused("401 no"), 1);
    assertThat(log.lines)
        .last()
        .isEqualTo("WARN Lagwatch: http://host:9877 refused a report: 401 no" + CALM);
  }

  @Test
  void staysQuietWhileAnExporterComesAndGoesAndRemindsAfterAnHour() {
    for (int i = 0; i < 100; i++) {
      complaints.hear(Answer.failed("timed out"), i);
      complaints.hear(Answer.DELIVERED, i);
    }
    assertThat(log.lines).hasSize(2);
    complaints.hear(Answer.failed("timed out"), Complaints.REMIND_MILLIS);
    assertThat(log.lines).hasSize(3);
  }
}
