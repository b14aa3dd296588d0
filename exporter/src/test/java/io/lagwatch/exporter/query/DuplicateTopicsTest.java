package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.NoBrokerOffsets;
import io.lagwatch.exporter.lag.QueryLag;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Spark keeps duplicates of the option {@code subscribe}, which once broke every output. */
class DuplicateTopicsTest extends ReportedQueries {
  @Test
  void topicThatIsSubscribedTwiceIsCountedOnce() {
    accept(1, reading("id-once", "once", "KafkaV2[Subscribe[t]]"));
    accept(2, reading("id-twice", "twice", "KafkaV2[Subscribe[t, t]]"));
    QueryLag once = registry.facts("id-once", NoBrokerOffsets.NONE, at(2)).lag();
    QueryLag twice = registry.facts("id-twice", NoBrokerOffsets.NONE, at(2)).lag();
    assertThat(twice.partitions()).hasSize(1);
    assertThat(twice).isEqualTo(once);
  }

  private static TestReport reading(String id, String name, String source) {
    return new TestReport()
        .id(id)
        .name(name)
        .source(source)
        .batch(1, at(0), null, Map.of(t(0), 7L), 7L);
  }
}
