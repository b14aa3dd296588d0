package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchFactsTest {
  @ParameterizedTest(name = "{4}")
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"t\":{\"0\":5}}; {\"t\":{\"0\":9}}; 4; true; the position advanced and there are rows",
        "{\"t\":{\"0\":5}}; {\"t\":{\"0\":9}}; 0; true; foreachBatch without an action counts 0",
        "{\"t\":{\"0\":5}}; {\"t\":{\"0\":5}}; 0; false; the position did not advance",
        "{\"t\":{\"0\":5,\"1\":7}}; {\"t\":{\"1\":7,\"0\":5}}; 0; false; another order of"
            + " partitions",
        "{\"t\":{\"0\":9}}; {\"t\":{\"0\":2}}; 0; false; a recreated topic took the position back",
        "{\"t\":{\"0\":9,\"1\":3}}; {\"t\":{\"0\":2,\"1\":4}}; 0; true; back here but on there",
        "{\"t\":{\"0\":5}}; {\"t\":{\"0\":5,\"1\":3}}; 0; true; a new partition was read",
        "{\"t\":{\"0\":5}}; {\"t\":{\"0\":5,\"1\":0}}; 0; false; a new partition is empty",
        "{\"t\":{\"0\":5}}; {\"t\":{\"0\":5},\"u\":{\"0\":1}}; 0; true; a new topic was read",
        "null; {\"t\":{\"0\":5}}; 0; false; the first batch has no start and no rows",
        "null; {\"t\":{\"0\":5}}; 5; true; the first batch has no start but rows",
        "\"odd\"; \"other\"; 0; false; offsets in an unknown format are ignored",
        "{}; {\"t\":{\"0\":9007199254740993}}; 0; true; offsets beyond 2^53",
      })
  void decidesInputOfKafkaByPosition(
      String start, String end, long rows, boolean hasInput, String why) {
    assertThat(BatchFacts.of(Events.kafka(start, end, rows)).hadInput).as(why).isEqualTo(hasInput);
  }

  @Test
  void decidesInputOfOtherSourcesByRows() {
    assertThat(BatchFacts.of(Events.batch(UUID.randomUUID(), 1, 0, 10)).hadInput).isFalse();
    assertThat(BatchFacts.of(Events.batch(UUID.randomUUID(), 1, 3, 10)).hadInput).isTrue();
  }

  @Test
  void takesTheDurationOfTheTriggerExecution() {
    assertThat(BatchFacts.of(Events.batch(UUID.randomUUID(), 1, 0, 1234)).seconds).isEqualTo(1.234);
  }
}
