package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import java.time.Instant;
import java.util.List;

/** A registry that tests report to. */
abstract class ReportedQueries {
  final QueryRegistry registry = new QueryRegistry(T0, Registries.CAPACITY);

  /**
   * Applies a report that is received the given number of seconds after the start. A report without
   * a time of its own was sent at the same moment.
   */
  final Decoded.Refused accept(long second, TestReport report) {
    Report built = report.build();
    if (built.sentAt().equals(T0)) {
      built = report.sentAt(at(second)).build();
    }
    return Registries.accept(registry, built, at(second));
  }

  final QueryFacts only(long second) {
    List<QueryFacts> facts = facts(second);
    assertThat(facts).hasSize(1);
    return facts.get(0);
  }

  final List<QueryFacts> facts(long second) {
    return Registries.facts(registry, at(second));
  }

  static Instant at(long second) {
    return T0.plusSeconds(second);
  }
}
