package io.lagwatch.exporter.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** A progress that is not from Spark must not enlarge the batch history. */
class ProgressLimitsTest {
  private final ObjectNode progress =
      JsonNodeFactory.instance
          .objectNode()
          .put("timestamp", "2026-03-02T00:00:00.000Z")
          .put("batchId", 1);

  @Test
  void omitsPhasesWithTooLongNames() {
    progress.putObject("durationMs").put("addBatch", 3).put("x".repeat(9_000), 4);
    assertThat(decoded().durationMs()).containsOnlyKeys("addBatch");
  }

  @Test
  void omitsPhasesAboveTheLimit() {
    var phases = progress.putObject("durationMs");
    for (int i = 0; i < 900; i++) {
      phases.put("phase-" + i, i);
    }
    assertThat(decoded().durationMs()).hasSize(ProgressDecoder.MAX_PHASES);
  }

  @Test
  void cutsTheNameOfAnOperator() {
    progress.putArray("stateOperators").addObject().put("operatorName", "x".repeat(1 << 20));
    assertThat(decoded().stateOperators().get(0).name()).hasSize(ProgressDecoder.MAX_NAME);
  }

  private Progress decoded() {
    return ProgressDecoder.decode(progress);
  }
}
