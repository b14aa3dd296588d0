package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunTotalsTest {
  private static final UUID RUN = new UUID(0, 2);

  @Test
  void startsAtZero() {
    JsonNode json = json(RunTotals.NONE);
    for (String field :
        new String[] {
          "batches", "emptyBatches", "inputRows", "droppedLateRows", "replayedBatches"
        }) {
      assertThat(json.get(field).asLong(-1)).as(field).isZero();
    }
    assertThat(json.at("/batchSeconds/count").asLong(-1)).isZero();
    assertThat(json.at("/batchSeconds/sum").asDouble(-1)).isZero();
    assertThat(json.at("/batchSeconds/buckets")).hasSize(15).allMatch(count -> count.asLong() == 0);
  }

  @Test
  void addsEachBatch() {
    JsonNode json =
        json(RunTotals.NONE.plus(batch(3, 400)).plus(batch(0, 100)).plus(batch(4, 1_000)));
    assertThat(json.get("batches").asLong()).isEqualTo(3);
    assertThat(json.get("emptyBatches").asLong()).isEqualTo(1);
    assertThat(json.get("inputRows").asLong()).isEqualTo(7);
    assertThat(json.at("/batchSeconds/count").asLong()).isEqualTo(3);
    assertThat(json.at("/batchSeconds/sum").asDouble()).isEqualTo(1.5);
  }

  @Test
  void countsDroppedRowsAndReplayedBatches() {
    String batch =
        """
        {"id":"00000000-0000-0000-0000-000000000001",
         "runId":"00000000-0000-0000-0000-000000000002",
         "timestamp":"2026-03-01T00:00:00.000Z","batchId":1,
         "durationMs":{"addBatch":1,"triggerExecution":2%s},"sources":[],
         "stateOperators":[
           {"operatorName":"a","numRowsTotal":1,"numRowsUpdated":1,"memoryUsedBytes":1,
            "numRowsDroppedByWatermark":2},
           {"operatorName":"b","numRowsTotal":1,"numRowsUpdated":1,"memoryUsedBytes":1,
            "numRowsDroppedByWatermark":3}]}
        """;
    RunTotals totals = RunTotals.NONE;
    for (String duration : new String[] {"", ",\"latestOffset\":1", ",\"walCommit\":1"}) {
      totals = totals.plus(BatchFacts.of(Events.progress(Events.json(batch.formatted(duration)))));
    }
    assertThat(totals.droppedLateRows).isEqualTo(15);
    assertThat(totals.replayedBatches).isEqualTo(1);
  }

  @Test
  void leavesEarlierTotalsUnchanged() {
    RunTotals first = RunTotals.NONE.plus(batch(1, 50));
    String before = json(first).toString();
    first.plus(batch(5, 50));
    assertThat(json(first)).hasToString(before);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 0.1, 15",
    "101, 0.25, 14",
    "250, 0.25, 14",
    "1000, 1, 12",
    "1001, 2.5, 11",
    "2500, 2.5, 11",
    "3600000, 3600, 1",
    "3600001, none, 0",
  })
  void countsADurationInAllBucketsFromItsUpperBound(long millis, String smallest, int buckets) {
    JsonNode json = json(RunTotals.NONE.plus(batch(1, millis))).at("/batchSeconds/buckets");
    assertThat(json).filteredOn(count -> count.asLong() == 1).hasSize(buckets);
    assertThat(json.path(smallest).asLong()).isEqualTo(buckets == 0 ? 0 : 1);
  }

  private static BatchFacts batch(long rows, long millis) {
    return BatchFacts.of(Events.batch(RUN, 1, rows, millis));
  }

  private static JsonNode json(RunTotals totals) {
    JsonWriter json = new JsonWriter();
    totals.writeTo(json);
    return Events.json(json.toString());
  }
}
