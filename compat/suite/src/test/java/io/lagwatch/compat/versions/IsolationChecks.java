package io.lagwatch.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Checks that no failure of the exporter affects queries, and that a stopped context leaves nothing
 * behind.
 */
interface IsolationChecks extends VersionChecks {
  @Test
  @Order(LAST)
  @Verifies(VersionCheck.ABSENT)
  default void absentExporterDoesNotAffectQueries() throws IOException {
    verifyQueriesAreUnaffected("absent");
  }

  @Test
  @Order(LAST)
  @Verifies(VersionCheck.HANGING)
  default void hangingExporterDoesNotAffectQueries() throws IOException {
    verifyQueriesAreUnaffected("hanging");
  }

  private void verifyQueriesAreUnaffected(String kind) throws IOException {
    List<ContextRound> rounds = run().contextRounds.rounds(kind);
    assertThat(rounds).hasSizeGreaterThanOrEqualTo(5);
    for (ContextRound round : rounds) {
      assertThat(round.failures()).as("failed queries").isEmpty();
      assertThat(round.batches()).allMatch(batch -> batch >= 3);
      assertThat(round.said("ERROR")).isEmpty();
      assertThat(round.said("WARN")).hasSizeLessThanOrEqualTo(1);
      assertThat(round.traces()).as("lines with our code").isEmpty();
      assertThat(round.threads()).as("threads left").isEmpty();
    }
  }

  @Test
  @Order(LAST)
  @Verifies(VersionCheck.ROUNDS)
  default void stoppedContextsLeaveNothingBehind() throws IOException {
    assertThat(run().contextRounds.rounds())
        .allSatisfy(round -> assertThat(round.threads()).isEmpty());
    assertThat(run().contextRounds.loaders().get("loaders").asInt()).isGreaterThanOrEqualTo(10);
    assertThat(run().contextRounds.loaders().get("held").asInt()).as("class loaders held").isZero();
  }
}
