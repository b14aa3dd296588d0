package io.lagwatch.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.compat.environment.Query;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.ObservedQuery;
import io.lagwatch.demo.accuracy.ProducedRecords;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Checks of behaviour that differs between Spark versions. */
interface VersionDifferenceChecks extends VersionChecks {
  /** Spark 3.3 does not read new partitions as long as its Kafka client keeps the metadata. */
  @Test
  @Verifies(VersionCheck.NEW_PARTITIONS)
  default void recordsInNewPartitionsCountAsLag() throws IOException {
    String topic = run().topic("grown");
    KafkaSource source = KafkaSource.subscribe(topic);
    run().produced.create(topic, 1);
    run().produced.produce(topic, 0, 4);
    run().driver().start(Query.plain("grown").trigger("300 milliseconds").reading(source));
    run().lagIsTrue("grown", source);
    run().produced.grow(topic, 2);
    run().produced.produce(topic, 1, 6);
    run().produced.produce(topic, 0, 3);
    await("the old partition is read")
        .atMost(VersionRun.TIMEOUT)
        .until(() -> positions("grown", source).get("0/" + topic + "-0") == 7);
    if (run().spark.isAtLeast(3, 4)) {
      await("the new partition is read")
          .atMost(VersionRun.TIMEOUT)
          .until(() -> positions("grown", source).getOrDefault("0/" + topic + "-1", 0L) == 6);
      assertThat(run().lagIsTrue("grown", source).value("query_lag_records")).isZero();
      run().results.note(VersionCheck.NEW_PARTITIONS, "✓ read");
    } else {
      ObservedQuery observed = run().lagIsTrue("grown", source);
      assertThat(positions("grown", source)).doesNotContainKey("0/" + topic + "-1");
      assertThat(observed.value("query_lag_records")).isEqualTo(6);
      run().results.note(VersionCheck.NEW_PARTITIONS, "✓ not read, lag");
    }
    run().driver().stop("grown");
  }

  private SortedMap<String, Long> positions(String query, KafkaSource source) throws IOException {
    return ProducedRecords.positions(List.of(source), run().driver().checkpoint(query));
  }

  /**
   * Asynchronous progress tracking exists from Spark 3.4 on. The checkpoint is written only
   * occasionally, so the expected values come from the produced records.
   */
  @Test
  @Verifies(VersionCheck.ASYNC)
  default void followsAQueryWithAsynchronousProgressTracking() throws IOException {
    String topic = run().topic("async");
    run().produced.create(topic, 1);
    run().produced.produce(topic, 0, 30);
    Query query =
        Query.plain("async")
            .trigger("200 milliseconds")
            .with("format", "kafka")
            .option("topic", run().outputTopic("async-out"))
            .option("kafka.bootstrap.servers", run().bootstrapServers())
            .option("asyncProgressTrackingEnabled", "true")
            .option("asyncProgressTrackingCheckpointIntervalMs", "60000")
            .reading(KafkaSource.subscribe(topic).atMost(10));
    run().driver().start(query);
    awaitRows("async", 30);
    ObservedQuery observed = run().observed("async");
    assertThat(observed.value("batches_total")).isEqualTo(3);
    assertThat(run().produced.ends(List.of(KafkaSource.subscribe(topic))))
        .isEqualTo(observed.partitions("position_offset"));
    run().driver().stop("async");
    if (run().spark.isAtLeast(3, 4)) {
      assertThat(run().driver().checkpoint("async").lastCommitted()).as("behind").hasValue(0);
      run().driver().start(query);
      awaitRows("async", 30 + 20);
      assertThat(run().observed("async").value("input_rows_total")).isEqualTo(50);
      run().driver().stop("async");
    } else {
      run().results.note(VersionCheck.ASYNC, "not available");
    }
  }

  private void awaitRows(String query, long rows) {
    await(query + " has read " + rows)
        .atMost(VersionRun.TIMEOUT)
        .until(() -> run().observed(query).value("input_rows_total") >= rows);
    await("the position of " + query)
        .atMost(VersionRun.TIMEOUT)
        .until(() -> run().observed(query).value("query_lag_records") == 0);
  }
}
