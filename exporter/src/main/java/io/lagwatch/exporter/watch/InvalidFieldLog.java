package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.ingest.InvalidFields;
import io.lagwatch.exporter.ingest.Report;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and logs the invalid fields of Spark's progress. They are logged once per query at WARN,
 * and again after the query has reported a valid progress; repetitions at DEBUG. Only {@link
 * #count()} is thread-safe.
 */
final class InvalidFieldLog {
  private static final Logger LOG = LoggerFactory.getLogger(InvalidFieldLog.class);

  private final Set<String> logged = new HashSet<>();
  private final AtomicLong count = new AtomicLong();

  void reported(Report.QueryReport query) {
    InvalidFields invalid = query.invalidFields();
    if (invalid.count() == 0) {
      if (query.progress() != null) {
        logged.remove(query.id());
      }
      return;
    }
    count.addAndGet(invalid.count());
    String text = "query {}: {} invalid fields in Spark's progress, treated as unknown: {}";
    String examples = String.join("; ", invalid.examples());
    if (logged.add(query.id())) {
      LOG.warn(text, query.id(), invalid.count(), examples);
    } else {
      LOG.debug(text, query.id(), invalid.count(), examples);
    }
  }

  /** Returns the number of invalid fields in all reports since the start. */
  long count() {
    return count.get();
  }

  /** Forgets the queries that are no longer visible. */
  void retain(Collection<String> queryIds) {
    logged.retainAll(queryIds);
  }
}
